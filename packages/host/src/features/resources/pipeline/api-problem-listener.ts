import { createFormattedResponse } from 'oriel-core/error-pages';
import { toProblem } from 'oriel-core/http';
import type { Subscriber } from '../../../events/subscriber.ts';
import type { ExceptionEvent } from '../../../kernel/events.ts';
import type { CatalogueFor } from '../../../listeners/error-listener.ts';
import { OperationCall } from '../model/operation-call.ts';
import type { BodyRequest } from '../model/operation-call.ts';
import { operationListener } from './operation-listener.ts';

/** Writes errors in the negotiated format, when it has its own error documents. */
export function createApiProblemListener(catalogueFor?: CatalogueFor): Subscriber {
  return operationListener('ApiProblemListener', {
    appliesTo: ({ formats }) => formats.some(({ problem }) => problem !== undefined),
    'kernel.exception'(event: ExceptionEvent): void {
      const { context, error } = event;
      const call = context.operation;
      if (!(call instanceof OperationCall) || call.format.problem === undefined) return;
      const { name, problem } = call.format;
      if (context.trace.recording)
        context.trace.decide('error format', problem.contentType, `${name} has its own error documents`);
      // Internal errors are not described to clients; they are in the log and the profile.
      const body = problem.write(toProblem(error, false, catalogueFor?.(context)), call as BodyRequest);
      event.respond(createFormattedResponse(error, problem.contentType, body));
    },
  });
}

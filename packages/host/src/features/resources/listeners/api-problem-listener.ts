import { OperationRun } from '../running/operation-run.ts';
import { operationOf } from '../model/operation.ts';
import { createFormattedResponse } from 'oriel-core/error-pages';
import type { Subscriber } from '../../../events/subscriber.ts';
import { toProblem } from 'oriel-core/http';
import type { ExceptionEvent } from '../../../kernel/events.ts';
import type { CatalogueFor } from '../../../listeners/error-listener.ts';

/** Writes errors in the negotiated format, when it has its own error documents. */
export class ApiProblemListener implements Subscriber {
  readonly name = 'ApiProblemListener';
  readonly on = { 'kernel.exception': (event: ExceptionEvent) => this.onException(event) };

  readonly #catalogueFor: CatalogueFor | undefined;

  constructor(catalogueFor?: CatalogueFor) {
    this.#catalogueFor = catalogueFor;
  }

  readonly appliesTo = (route: unknown): boolean =>
    operationOf(route)?.formats.some(({ problem }) => problem !== undefined) === true;

  onException(event: ExceptionEvent): void {
    const { context, error } = event;
    const run = context.operation;
    if (!(run instanceof OperationRun) || run.format.problem === undefined) return;
    const { name, problem } = run.format;
    if (context.trace.recording)
      context.trace.decide('error format', problem.contentType, `${name} has its own error documents`);
    // Internal errors are not described to clients; they are in the log and the profile.
    const body = problem.write(toProblem(error, false, this.#catalogueFor?.(context)), run);
    event.respond(createFormattedResponse(error, problem.contentType, body));
  }
}

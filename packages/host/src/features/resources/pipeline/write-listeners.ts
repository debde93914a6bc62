import { HttpResponse, andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { Logger } from 'oriel-core/trace';
import type { Subscriber } from '../../../events/subscriber.ts';
import type { ControllerArgumentsEvent, RequestContext, ViewEvent } from '../../../kernel/events.ts';
import type { Item } from '../model/reach.ts';
import type { Page } from '../declare/list-request.ts';
import { isAtomic } from '../operations/locked-write.ts';
import { isBulkRequest, runBulk } from '../operations/bulk.ts';
import { getRun } from '../operations/operation-run.ts';
import type { OperationRun } from '../operations/operation-run.ts';
import { runWrite } from '../operations/run-write.ts';
import { performWrite } from '../operations/write.ts';
import { validateInput } from '../request/body/validate-input.ts';
import { validateLinks } from '../request/body/validate-links.ts';
import { createResponse } from '../represent/create-response.ts';
import type { OperationResponse } from '../represent/create-response.ts';
import { operationListener } from './operation-listener.ts';

/** Handles bulk requests: validates, creates or changes many items, and responds. */
export function createBulkListener(logger: Logger): Subscriber {
  return operationListener('BulkListener', {
    appliesTo: ({ kind, resource }) => kind === 'bulk' || (kind === 'create' && resource.definition.bulk !== undefined),
    'kernel.view'(event: ViewEvent): MaybePromise<void> {
      const run = getRun(event.context);
      return isBulkRequest(run) ? writeItems(event, run, logger) : undefined;
    },
  });
}

async function writeItems(event: ViewEvent, run: OperationRun, logger: Logger): Promise<void> {
  const { status, contentType, body } = await runBulk(run, logger);
  const because = status === 207 ? 'each item is written on its own' : 'all items are written or none';
  if (event.context.trace.recording) event.context.trace.decide('bulk', String(status), because);
  event.respond(new HttpResponse(status, ['Content-Type', contentType], body));
}

/** Validates the body: that of a custom operation before its function, others between read and write. Responds with 422. */
export const validateListener = operationListener('ValidateListener', {
  appliesTo: ({ input }) => input !== undefined,
  'kernel.controller_arguments'({ context }: ControllerArgumentsEvent): MaybePromise<void> {
    const run = getRun(context);
    return run.operation.kind === 'custom' ? validate(run, context) : undefined;
  },
  'kernel.view'(event: ViewEvent): MaybePromise<void> {
    const run = getRun(event.context);
    return run.operation.kind === 'custom' ? undefined : validate(run, event.context, event);
  },
});

function validate(run: OperationRun, { trace }: RequestContext, event?: ViewEvent): MaybePromise<void> {
  return andThen(validateInput(run), (validated) => {
    Object.assign(run, validated);
    return andThen(run.links.length > 0 ? validateLinks(run) : undefined, () => {
      if (trace.recording) trace.decide('validation', 'passed', `the body matches the schema of ${run.operation.name}`);
      if (event !== undefined) event.value = run.input;
    });
  });
}

/** Creates, replaces, changes or deletes the item of the operation. */
export function createWriteListener(logger: Logger): Subscriber {
  return operationListener('WriteListener', {
    appliesTo: ({ kind }) => WRITES.includes(kind),
    async 'kernel.view'(event: ViewEvent): Promise<void> {
      const run = getRun(event.context);
      await runWrite(run, logger, isAtomic(run), () => performWrite(run));
      event.value = run.next;
    },
  });
}

const WRITES: readonly string[] = ['create', 'replace', 'patch', 'delete'];

/** Writes the result of an operation in the negotiated format, with status, Location and Content-Location. */
export const resourceSerializeListener = operationListener('ResourceSerializeListener', {
  'kernel.view'(event: ViewEvent): MaybePromise<void> {
    const run = getRun(event.context);
    keepResult(run, event.value);
    // The response to a request with an Idempotency-Key was stored with the write and must be sent unchanged.
    const response = run.stored ?? createResponse(run, event.value, run.isCreated);
    return andThen(response, (created) => setResponse(event, created));
  },
});

// A listener of the application may have replaced the item or page that was read.
function keepResult(run: OperationRun, value: unknown): void {
  if (run.operation.kind === 'get') run.previous = value as Item;
  if (run.operation.kind === 'list') run.page = value as Page<Item>;
}

function setResponse(event: ViewEvent, { status, headers, contentType, body }: OperationResponse): void {
  event.status = status;
  event.headers = headers;
  event.contentType = contentType;
  event.body = body;
}

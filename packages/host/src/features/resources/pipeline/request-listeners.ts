import type { MaybePromise } from 'oriel-core/http';
import { NotFoundError, andThen } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Subscriber } from '../../../events/subscriber.ts';
import type { RequestContext, RequestEvent } from '../../../kernel/events.ts';
import type { ListQuery } from '../declare/list-request.ts';
import { getOperation } from '../model/operation.ts';
import { determineScope, findMissingParent } from '../operations/find-parents.ts';
import { readList } from '../operations/list.ts';
import { OperationRun, getRun } from '../operations/operation-run.ts';
import { readItem } from '../operations/read-item.ts';
import { negotiateFormat } from '../request/negotiate-format.ts';
import { readBody } from '../request/read-body.ts';
import { readQuery } from '../request/read-query.ts';
import type { QueryOptions } from '../request/read-query.ts';
import { operationListener } from './operation-listener.ts';

/** Starts the run of an operation, and negotiates the format of its response. Responds with 404 or 406. */
export const formatListener = operationListener('FormatListener', {
  'kernel.request'(event: RequestEvent): void {
    const { context } = event;
    const run = new OperationRun(getOperation(context.route!.data)!, context);
    context.operation = run;
    const suffix = context.params['_format'] as string | null | undefined;
    const negotiated = negotiateFormat(run.operation, suffix, context.headers.get('accept'));
    if (negotiated.format === undefined) return event.fail(negotiated.error);
    run.format = negotiated.format;
    if (context.trace.recording) context.trace.decide('format', run.format.name, negotiated.because);
  },
});

/** Parses the query of operations: with `byUser`, of those whose parameters depend on the user, otherwise of all others. */
export function createQueryListener(options: QueryOptions, byUser = false): Subscriber {
  return operationListener('OperationQueryListener', {
    appliesTo: ({ resource }) => resource.variesByUser === byUser,
    'kernel.request'({ context }: RequestEvent): MaybePromise<void> {
      const run = getRun(context);
      return andThen(readQuery(run, options), (query) => setQuery(run, query, context));
    },
  });
}

function setQuery(run: OperationRun, query: ListQuery, { trace }: RequestContext): void {
  run.query = query;
  if (run.format.onQuery) run.query = run.format.onQuery(query, run);
  if (!trace.recording) return;
  const { sent, filters, ignored } = query;
  const names = Object.keys(filters);
  const outcome = names.length > 0 ? `filtered by ${names.join(', ')}` : 'not filtered';
  if (sent.length > 0) trace.decide('query', outcome, `${sent.map(([name]) => name).join(', ')} were sent`);
  if (ignored.length > 0)
    trace.decide('query', `ignored ${ignored.join(', ')}`, "unknown parameters are ignored with query: 'lenient'");
}

/** Loads the page of a list or the item of the operation. Responds with 404 if it, or an item in its path, does not exist. */
export const readListener = operationListener('ReadListener', {
  appliesTo: ({ hasItem, kind, collectionPath }) =>
    hasItem || kind === 'list' || collectionPath.fieldVariables.length > 0,
  async 'kernel.request'(event: RequestEvent): Promise<void> {
    const run = getRun(event.context);
    const scope = determineScope(run);
    if (scope === undefined)
      return event.fail(new NotFoundError(message('request.nothing-at-path', { path: run.context.path })));
    run.scope = scope;
    if (run.operation.kind === 'list') {
      const page = await readList(run);
      if (page instanceof Error) return event.fail(page);
      run.page = page;
    } else if (run.operation.hasItem) {
      const found = await readItem(run);
      if (found instanceof Error) return event.fail(found);
      run.id = found.id;
      run.previous = found.previous;
    } else {
      const missing = await findMissingParent(run);
      if (missing !== undefined) event.fail(new NotFoundError(missing));
    }
  },
});

/** Parses the body of an operation. The body of QUERY is parsed with the query. */
export const deserializeListener = operationListener('DeserializeListener', {
  appliesTo: ({ readers, kind }) => readers.size > 0 && kind !== 'list',
  'kernel.request'({ context }: RequestEvent): MaybePromise<void> {
    const run = getRun(context);
    return andThen(readBody(run), (body) => void (run.body = body));
  },
});

import { operationOf } from '../model/operation.ts';
import { plainDialect } from '../querying/query-dialect.ts';
import { runOf } from '../running/operation-run.ts';
import type { ListQuery } from '../paging/list-query.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Subscriber } from '../../../core/events/subscriber.ts';
import { assertReadable } from '../../../core/http/readable-body.ts';
import { isPromise } from '../../../core/http/promises.ts';
import type { RequestContext, RequestEvent } from '../../../core/kernel/events.ts';
import { unsupported } from '../../../core/listeners/unsupported-body.ts';

/** Understands the query of an operation in the words of its format; everything that is wrong is told at once (400). */
export class OperationQueryListener implements Subscriber {
  readonly name = 'OperationQueryListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #strict: boolean;
  readonly #personal: boolean;

  /**
   * @param strict refuse parameters that nobody knows
   * @param personal for the operations whose parameters depend on who is asking, or for all others
   */
  constructor(strict: boolean, personal = false) {
    this.#strict = strict;
    this.#personal = personal;
  }

  readonly appliesTo = (route: unknown): boolean => operationOf(route)?.resource.variesByUser === this.#personal;

  onRequest({ context }: RequestEvent): void | Promise<void> {
    const run = runOf(context);
    if (run.operation.kind === 'list' && run.operation.method === 'QUERY') return this.#readBody(context, run);
    return this.#understand(context, run);
  }

  // RFC 10008: what GET has in its URL comes in the body, and what both have is one query.
  #readBody(context: RequestContext, run: OperationRun): Promise<void> {
    const contentType = context.headers.get('content-type') ?? '';
    const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
    const reader = run.operation.readers.get(type);
    if (reader === undefined) throw unsupported(run.operation, type);
    assertReadable(context.headers, contentType);
    return context.body.text().then((text) => {
      const { value } = reader.read(text, run, contentType) as { readonly value: string };
      run.request.queryText =
        run.request.queryText === '' || value === ''
          ? run.request.queryText + value
          : `${run.request.queryText}&${value}`;
      return this.#understand(context, run);
    });
  }

  #understand(context: RequestContext, run: OperationRun): void | Promise<void> {
    const asked = run.operation.queries.get(run.format.dialect ?? plainDialect)!;
    const query = asked.parse(run, this.#strict);
    if (isPromise(query)) return query.then((settled) => take(context, run, settled));
    take(context, run, query);
  }
}

function take({ trace }: RequestContext, run: OperationRun, query: ListQuery): void {
  run.request.query = query;
  run.format.onQuery?.(run);
  if (!trace.recording) return;
  const { sent, filters, ignored } = query;
  const names = Object.keys(filters);
  if (sent.length > 0)
    trace.decide(
      'query',
      names.length > 0 ? `filtered by ${names.join(', ')}` : 'not filtered',
      `${sent.map(([name]) => name).join(', ')} came with the request`,
    );
  if (ignored.length > 0)
    trace.decide('query', `ignored ${ignored.join(', ')}`, "nobody knows them, and the host has query: 'lenient'");
}

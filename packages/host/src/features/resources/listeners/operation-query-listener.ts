import { operationOf } from '../model/operation.ts';
import { plainDialect } from '../querying/query-dialect.ts';
import { runOf } from '../running/operation-run.ts';
import { assertStrictJson } from '../bodies/strict-json.ts';
import type { ListQuery } from '../paging/list-request.ts';
import type { QueryBody } from '../querying/query-body.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Subscriber } from '../../../events/subscriber.ts';
import { assertReadable } from '../../../http/readable-body.ts';
import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { RequestContext, RequestEvent } from '../../../kernel/events.ts';
import { unsupported } from '../../../http/unsupported-body.ts';

/** Parses the query of an operation in the dialect of its format. Responds with 400 and all violations if it is invalid. */
export class OperationQueryListener implements Subscriber {
  readonly name = 'OperationQueryListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #strict: boolean;
  readonly #strictJson: boolean;
  readonly #byUser: boolean;

  constructor({ strict, strictJson = false, byUser = false }: OperationQueryOptions) {
    this.#strict = strict;
    this.#strictJson = strictJson;
    this.#byUser = byUser;
  }

  readonly appliesTo = (route: unknown): boolean => operationOf(route)?.resource.variesByUser === this.#byUser;

  onRequest({ context }: RequestEvent): MaybePromise<void> {
    const run = runOf(context);
    if (run.operation.kind === 'list' && run.operation.method === 'QUERY') return this.#readBody(context, run);
    return this.#parse(context, run);
  }

  // RFC 10008: the parameters are in the body; those in the URL are added.
  #readBody(context: RequestContext, run: OperationRun): Promise<void> {
    const contentType = context.headers.get('content-type') ?? '';
    const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
    const reader = run.operation.readers.get(type);
    if (reader === undefined) throw unsupported(run.operation.method, type, [...run.operation.readers.keys()]);
    assertReadable(context.headers, contentType);
    return context.body.text().then((text) => {
      const { value: body } = reader.read(text, run, contentType) as { readonly value: QueryBody };
      if (this.#strictJson) assertStrictJson(text, type);
      const { request } = run;
      const separator = request.queryText === '' || body.text === '' ? '' : '&';
      request.queryText += separator + body.text;
      request.emptyParameters = body.empty;
      return this.#parse(context, run);
    });
  }

  #parse(context: RequestContext, run: OperationRun): MaybePromise<void> {
    const parser = run.operation.queries.get(run.format.dialect ?? plainDialect)!;
    return andThen(parser.parse(run, this.#strict), (query) => setQuery(context, run, query));
  }
}

interface OperationQueryOptions {
  /** Whether unknown parameters are rejected. */
  readonly strict: boolean;
  /** Whether a JSON body with duplicate members is rejected. */
  readonly strictJson?: boolean | undefined;
  /** True for the operations whose parameters depend on the user, false for all others. */
  readonly byUser?: boolean;
}

function setQuery({ trace }: RequestContext, run: OperationRun, query: ListQuery): void {
  run.request.query = query;
  run.format.onQuery?.(run);
  if (!trace.recording) return;
  const { sent, filters, ignored } = query;
  const names = Object.keys(filters);
  if (sent.length > 0)
    trace.decide(
      'query',
      names.length > 0 ? `filtered by ${names.join(', ')}` : 'not filtered',
      `${sent.map(([name]) => name).join(', ')} were sent`,
    );
  if (ignored.length > 0)
    trace.decide('query', `ignored ${ignored.join(', ')}`, "unknown parameters are ignored with query: 'lenient'");
}

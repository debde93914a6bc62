import type { ListQuery } from '../declare/list-request.ts';
import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { BodyDocument } from '../model/format.ts';
import type { OperationQuery, QueryBody } from '../model/operation.ts';
import type { OperationCall, BodyRequest } from '../model/operation-call.ts';
import { plainDialect } from '../model/query-dialect.ts';
import { readBody } from './read-body.ts';

/** How queries are read. */
export interface QueryOptions {
  /** Whether unknown parameters are rejected. */
  readonly strict: boolean;
}

/**
 * Parses the query of an operation in the dialect of its format. The parameters of a QUERY request are in its body.
 *
 * @throws {HttpError} (or rejects) 400 with all violations
 */
export function readQuery(call: BodyRequest, { strict }: QueryOptions): MaybePromise<ListQuery> {
  const { operation, context } = call;
  const query = findQuery(call)!;
  if (operation.kind === 'list' && operation.method === 'QUERY')
    return andThen(readBody(call), (body) => query.parse(call, strict, addQueryString(body, context.query)));
  return query.parse(call, strict, context.query === '' ? EMPTY : { text: context.query, empty: NONE });
}

const NONE: readonly never[] = Object.freeze([]);
const EMPTY: QueryBody = Object.freeze({ text: '', empty: NONE });

/** Returns the query parser of an operation in the dialect of the negotiated format. */
export function findQuery({ operation, format }: OperationCall): OperationQuery | undefined {
  return operation.queries.get(format.dialect ?? plainDialect);
}

// RFC 10008: the parameters are in the body; those in the URL are added.
function addQueryString(body: BodyDocument | undefined, query: string): QueryBody {
  const { text, empty } = (body as { readonly value: QueryBody }).value;
  return { text: query + (query === '' || text === '' ? '' : '&') + text, empty };
}

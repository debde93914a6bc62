import { assertReadable } from '../../../http/readable-body.ts';
import { unsupported } from '../../../http/unsupported-body.ts';
import type { ListQuery } from '../declare/list-request.ts';
import type { MaybePromise } from 'oriel-core/http';
import type { OperationQuery, QueryBody } from '../model/operation.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { BodyRequest } from '../model/pending-write.ts';
import { plainDialect } from '../model/query-dialect.ts';
import { assertStrictJson } from './body/strict-json.ts';
import { parseType } from './read-body.ts';

/** How queries are read. */
export interface QueryOptions {
  /** Whether unknown parameters are rejected. */
  readonly strict: boolean;
  /** Whether a JSON body with duplicate members is rejected. */
  readonly strictJson?: boolean | undefined;
}

/**
 * Parses the query of an operation in the dialect of its format. The parameters of a QUERY request are in its body.
 *
 * @throws {HttpError} (or rejects) 400 with all violations
 */
export function readQuery(call: BodyRequest, { strict, strictJson = false }: QueryOptions): MaybePromise<ListQuery> {
  const { operation, context } = call;
  const query = findQuery(call)!;
  if (operation.kind === 'list' && operation.method === 'QUERY')
    return readQueryBody(call, strictJson).then((sent) => query.parse(call, strict, sent));
  return query.parse(call, strict, context.query === '' ? EMPTY : { text: context.query, empty: NONE });
}

const NONE: readonly never[] = Object.freeze([]);
const EMPTY: QueryBody = Object.freeze({ text: '', empty: NONE });

/** Returns the query parser of an operation in the dialect of the negotiated format. */
export function findQuery({ operation, format }: OperationCall): OperationQuery | undefined {
  return operation.queries.get(format.dialect ?? plainDialect);
}

// RFC 10008: the parameters are in the body; those in the URL are added.
async function readQueryBody(call: BodyRequest, strictJson: boolean): Promise<QueryBody> {
  const { operation, context } = call;
  const contentType = context.headers.get('content-type') ?? '';
  const type = parseType(contentType);
  const reader = operation.readers.get(type);
  if (reader === undefined) throw unsupported(operation.method, type, [...operation.readers.keys()]);
  assertReadable(context.headers, contentType);
  const text = await context.body.text();
  const { value: body } = reader.read(text, call, contentType) as { readonly value: QueryBody };
  if (strictJson) assertStrictJson(text, type);
  const separator = context.query === '' || body.text === '' ? '' : '&';
  return { text: context.query + separator + body.text, empty: body.empty };
}

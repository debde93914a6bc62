import { JSON, URLSearchParams } from 'oriel-core/builtins';
import { tryRead } from 'oriel-core/errors';
import type { Exchange } from './exchange.ts';
import { parseGraphqlOperations } from './graphql-operations.ts';
import type { GraphqlOperation } from './graphql-operations.ts';

/**
 * Sets the operations of a GraphQL or JSON-RPC request over HTTP as its route, whatever the server is, such as `mutation AddPost`. All
 * requests have the same path, so the route of the framework does not distinguish them.
 *
 * @param readBody returns the decoded body of the request as text; '' if there is none
 */
export function setOperationRoute(exchange: Exchange, readBody: () => string): void {
  const operations = tryRead(() => readRequests(exchange, readBody).flatMap(describeRequest), []);
  if (operations.length === 0) return;
  const unique = [...new Set(operations)];
  exchange.operations = unique;
  const name = unique.slice(0, MAX_NAMED).join(', ') + (unique.length > MAX_NAMED ? ', …' : '');
  exchange.route = { name, data: exchange.route?.data };
}

const MAX_NAMED = 4;
const MAX_BATCH = 50;
const MAX_NAME_LENGTH = 100;

/** The members of a request, in its body or its query. */
interface OperationRequest {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly jsonrpc?: unknown;
  readonly method?: unknown;
  readonly extensions?: { readonly persistedQuery?: { readonly sha256Hash?: unknown } } | null | undefined;
}

function readRequests({ method, query, headers }: Exchange, readBody: () => string): readonly OperationRequest[] {
  if (method === 'GET') return MAY_HAVE_OPERATIONS.test(query) ? [readParameters(new URLSearchParams(query))] : [];
  const type = headers.get('content-type') ?? '';
  if (method !== 'POST' || !/json|graphql|multipart\/form-data/i.test(type)) return [];
  const body = readBody();
  if (/^application\/graphql\s*(?:;|$)/i.test(type)) return [{ query: body }];
  // The first part of a request with files.
  const json = /^multipart/i.test(type)
    ? (/name="operations"[^]{0,200}?\r\n\r\n([^]*?)\r\n--/.exec(body)?.[1] ?? '')
    : body;
  if (!MAY_HAVE_OPERATIONS.test(json)) return [];
  const parsed: unknown = JSON.parse(json);
  return (Array.isArray(parsed) ? parsed.slice(0, MAX_BATCH) : [parsed]) as OperationRequest[];
}

// Most requests are not parsed.
const MAY_HAVE_OPERATIONS = /(?:^|[?&"])(?:query|extensions|jsonrpc)["=]/;

function readParameters(parameters: URLSearchParams): OperationRequest {
  const extensions = parameters.get('extensions');
  return {
    query: parameters.get('query') ?? undefined,
    operationName: parameters.get('operationName') ?? undefined,
    extensions: extensions === null ? undefined : (JSON.parse(extensions) as OperationRequest['extensions']),
  };
}

function describeRequest(request: OperationRequest): string[] {
  const { query, operationName, extensions, jsonrpc, method } = request;
  if (jsonrpc === '2.0' && typeof method === 'string') return [`JSON-RPC ${method.slice(0, MAX_NAME_LENGTH)}`];
  const name = typeof operationName === 'string' ? operationName : '';
  if (typeof query === 'string') {
    const operations = parseGraphqlOperations(query);
    const operation = operations.find((candidate) => candidate.name === name) ?? operations[0];
    return operation === undefined ? [] : [describeOperation(operation)];
  }
  const hash = extensions?.persistedQuery?.sha256Hash;
  if (typeof hash !== 'string' || !/^\w{8,128}$/.test(hash)) return [];
  return [/^\w+$/.test(name) ? `operation ${name.slice(0, MAX_NAME_LENGTH)}` : `persisted ${hash.slice(0, 8)}`];
}

function describeOperation({ type, name, fields }: GraphqlOperation): string {
  const text = name === '' ? `${type} { ${fields.join(' ')} }` : `${type} ${name}`;
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH - 1)}…` : text;
}

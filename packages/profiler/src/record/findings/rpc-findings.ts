import { finding, list, quoted, readJson } from './facts.ts';
import type { Facts, Rule } from './facts.ts';

/** Reports errors of GraphQL operations, whose responses have the status 200. */
export const graphqlErrorsRule: Rule = (facts) => {
  const operations = list(facts.data.framework?.operations);
  if (operations.length === 0 || isJsonRpc(facts)) return undefined;
  const errors = readResults(facts).flatMap(({ errors }) => (Array.isArray(errors) ? (errors as GraphqlError[]) : []));
  const [first] = errors.toSorted((a, b) => Number(isOfClient(a)) - Number(isOfClient(b)));
  if (first === undefined) return undefined;
  const path = Array.isArray(first.path) ? ` at ${quoted(first.path.join('.'), 100)}` : '';
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  const text = `GraphQL error in ${quoted(operations.join(', '), 100)}: ${describeMessage(first.message)}${path}${more}`;
  return finding('graphql-errors', isOfClient(first) ? 'warning' : 'error', 'response', text);
};

interface GraphqlError {
  readonly message?: unknown;
  readonly path?: unknown;
  readonly extensions?: { readonly code?: unknown } | null;
}

// Servers give the errors of resolvers no code, or this one.
function isOfClient({ extensions }: GraphqlError): boolean {
  const code = extensions?.code;
  return typeof code === 'string' && code !== 'INTERNAL_SERVER_ERROR';
}

/** Reports the error of a gRPC call, of JSON-RPC and of a batch of tRPC, whose responses have the status 200 or 207. */
export const rpcErrorRule: Rule = (facts) => describeGrpcStatus(facts) ?? describeRpcErrors(facts);

function describeGrpcStatus({ summary, responseHeader }: Facts): ReturnType<Rule> {
  if (!/^application\/grpc\b/.test(summary.contentType ?? '')) return undefined;
  const status = Number(responseHeader('grpc-status') ?? 0);
  if (!(status > 0)) return undefined;
  const message = decodeMessage(responseHeader('grpc-message') ?? '');
  const text = `gRPC status ${status} ${GRPC_STATUSES[status] ?? ''}${message === '' ? '' : `: ${describeMessage(message)}`}`;
  return finding('rpc-error', isGrpcFailure(status) ? 'error' : 'warning', 'response', text);
}

const GRPC_STATUSES = (
  'OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED ' +
  'FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED'
).split(' ');

/** Returns whether a status of gRPC is a failure of the server, as a 5xx is. */
export function isGrpcFailure(status: number): boolean {
  return /^(?:UNKNOWN|DEADLINE_EXCEEDED|UNIMPLEMENTED|INTERNAL|UNAVAILABLE|DATA_LOSS)$/.test(
    GRPC_STATUSES[status] ?? '',
  );
}

function decodeMessage(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    return message;
  }
}

function describeRpcErrors(facts: Facts): ReturnType<Rule> {
  const { status, url } = facts.summary;
  if (status !== 200 && status !== 207) return undefined;
  const isTrpc = /[?&]batch=1(?:&|$)/.test(url);
  if (!isTrpc && !isJsonRpc(facts)) return undefined;
  const results = readResults(facts);
  const errors = results.flatMap(({ error }) =>
    typeof error === 'object' && error !== null ? [error as RpcError] : [],
  );
  const [first] = errors;
  if (first === undefined) return undefined;
  const { code, message, json } = first;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  const text = `${isTrpc ? 'tRPC' : 'JSON-RPC'} error ${String(code ?? json?.code)}: ${describeMessage(message ?? json?.message)}${more}`;
  return finding('rpc-error', 'warning', 'response', text);
}

function isJsonRpc({ data }: Facts): boolean {
  return list(data.framework?.operations)[0]?.startsWith('JSON-RPC ') === true;
}

interface RpcError {
  readonly code?: unknown;
  readonly message?: unknown;
  /** The error, if tRPC has a transformer such as superjson. */
  readonly json?: { readonly code?: unknown; readonly message?: unknown };
}

interface RpcResult {
  readonly errors?: unknown;
  readonly error?: unknown;
}

// A batch has a list of results.
function readResults(facts: Facts): readonly RpcResult[] {
  const parsed = readJson(facts, MAX_LENGTH);
  return list((Array.isArray(parsed) ? parsed : [parsed]) as (RpcResult | null)[])
    .slice(0, MAX_RESULTS)
    .filter((element) => typeof element === 'object' && element !== null);
}

const MAX_LENGTH = 200_000;
const MAX_RESULTS = 100;

function describeMessage(message: unknown): string {
  return (typeof message === 'string' ? message : '').replace(/\s+/g, ' ').slice(0, 200);
}

import type { DescribedOperation, Exchange, Json } from './contract.ts';
import { checkLine, checkTable, getRowSchema } from './contract-lines.ts';
import { isJson } from './contract-media.ts';

interface Media {
  readonly schema?: Json;
  /** The schema of each item of a sequence (OpenAPI 3.2). */
  readonly itemSchema?: Json;
}
type Fail = (difference: string) => never;

/** Checks that the document describes the status, headers, media type and body of a response. */
export function checkResponse(exchange: Exchange, { operation, schemas }: DescribedOperation, fail: Fail): void {
  const { method, response } = exchange;
  const { status, headers, text } = response;
  const responses = operation['responses'] as Record<string, Json>;
  const described =
    responses[status] ??
    (status < 400 || status >= 500 || HOST_STATUSES.includes(status) ? responses[`${String(status)[0]}XX`] : undefined);
  if (described === undefined) return fail('the document does not describe this status');
  // A route without declared replies may send any content, and replies of routes may have any header.
  if (described === responses['2XX'] || described === responses['3XX']) return;
  if (described['headers'] !== undefined) checkHeaders(headers, described['headers'] as Record<string, Json>, fail);
  const type = headers.get('content-type')?.split(';', 1)[0];
  const content = described['content'] as Record<string, Media> | undefined;
  if (text === '') {
    const isMinimal = method === 'HEAD' || /return=minimal/.test(exchange.headers.get('prefer') ?? '');
    if (content !== undefined && !isMinimal && !(type !== undefined && EMPTY_TEXT_TYPES.test(type)))
      fail('the document describes a body');
    return;
  }
  const media = content?.[type!] ?? content?.['*/*'];
  if (media === undefined) return fail(`the document does not describe a response of ${type}`);
  if (text === undefined) return; // Each line of a stream is checked when it is read.
  const kind = isSparse(exchange) ? 'sparse' : 'closed';
  const row = getRowSchema(media, schemas, kind);
  if (row !== undefined && type === 'text/csv') return checkTable(text, row, schemas, kind, fail);
  if (row !== undefined) {
    for (const line of text.split('\n').filter(Boolean)) checkLine(line, row, schemas, kind, fail);
    return;
  }
  if (!isJson(type!) || media.schema === undefined) return;
  const error = schemas.validationError(JSON.parse(text), media.schema, kind);
  if (error !== undefined) fail(`the body does not match the document: ${error}`);
}

/** Returns a check for each line of a streamed response. */
export function lineChecker(
  exchange: Exchange,
  { operation, schemas }: DescribedOperation,
  fail: Fail,
): ((line: string) => void) | undefined {
  const { status, headers } = exchange.response;
  const described = (operation['responses'] as Record<string, Json>)[status];
  const content = (described?.['content'] ?? {}) as Record<string, Media>;
  const kind = isSparse(exchange) ? 'sparse' : 'closed';
  const row = getRowSchema(content[headers.get('content-type')?.split(';', 1)[0] ?? ''] ?? {}, schemas, kind);
  return row && ((line) => checkLine(line, row, schemas, kind, fail));
}

// Statuses of the host, which it may send before it knows the operation.
const HOST_STATUSES: readonly number[] = [408, 414, 421, 429, 431];

// An empty body is a valid text or NDJSON stream.
const EMPTY_TEXT_TYPES = /^text\/|ndjson$/;

// The request selects members, so the response has no others.
function isSparse({ target }: Exchange): boolean {
  return /[?&](?:fields|properties|view|include)(?:\[|%5B|=)/i.test(target);
}

function checkHeaders(headers: Headers, described: Readonly<Record<string, Json>>, fail: Fail): void {
  const known = new Set(Object.keys(described).map((name) => name.toLowerCase()));
  for (const name of headers.keys())
    if (!known.has(name) && !COMMON_HEADERS.test(name))
      fail(`the document does not describe the header ${name}: ${headers.get(name)}`);
  for (const [name, { required }] of Object.entries(described))
    if (required === true && !headers.has(name)) fail(`the document requires the header ${name}`);
}

// Headers of HTTP and of the host that any response may have. OpenAPI could describe them only in each response.
const COMMON_HEADERS = new RegExp(
  `^(?:${[
    ...['connection', 'keep-alive', 'date', 'content-(?:type|length|encoding|language|location)', 'transfer-encoding'],
    ...[
      'vary',
      'cache-control',
      'expires',
      'pragma',
      'last-modified',
      'accept-ranges',
      'allow',
      'set-cookie',
      'server-timing',
    ],
    ...['x-content-type-options', 'x-frame-options', 'x-request-id', 'x-debug-token(?:-link)?', 'x-robots-tag'],
    ...['strict-transport-security', 'content-security-policy', 'referrer-policy', 'permissions-policy'],
    ...['cross-origin-[a-z-]+', 'access-control-[a-z-]+', 'traceparent'],
  ].join('|')})$`,
);

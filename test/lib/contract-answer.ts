import type { Described, Exchange, Json } from './contract.ts';
import { checkLine, checkTable, rowOf } from './contract-lines.ts';
import { isJson } from './contract-media.ts';

interface Media {
  readonly schema?: Json;
  /** Of each of a sequence, since OpenAPI 3.2. */
  readonly itemSchema?: Json;
}
type Fail = (difference: string) => never;

/** The status, headers, type and body of an answer must be told by the document. */
export function checkAnswer(exchange: Exchange, { operation, schemas }: Described, fail: Fail): void {
  const { method, answer } = exchange;
  const { status, headers, text } = answer;
  const answers = operation['responses'] as Record<string, Json>;
  const told =
    answers[status] ?? (status >= 500 || OF_HOSTS.includes(status) ? answers[`${String(status)[0]}XX`] : undefined);
  if (told === undefined) return fail('the document tells of no such answer');
  checkHeaders(headers, (told['headers'] ?? {}) as Record<string, Json>, fail);
  const type = headers.get('content-type')?.split(';', 1)[0];
  const content = told['content'] as Record<string, Media> | undefined;
  if (text === '') {
    const isMinimal = method === 'HEAD' || /return=minimal/.test(exchange.headers.get('prefer') ?? '');
    if (content !== undefined && !isMinimal && !(type !== undefined && TEXTS.test(type)))
      fail('the document tells of a body');
    return;
  }
  const media = content?.[type!];
  if (media === undefined) return fail(`the document tells of no answer as ${type}`);
  if (text === undefined) return; // Each line is looked at when it comes.
  const kind = isSparse(exchange) ? 'sparse' : 'closed';
  const row = rowOf(media, schemas, kind);
  if (row !== undefined && type === 'text/csv') return checkTable(text, row, schemas, kind, fail);
  if (row !== undefined) {
    for (const line of text.split('\n').filter(Boolean)) checkLine(line, row, schemas, kind, fail);
    return;
  }
  if (!isJson(type!) || media.schema === undefined) return;
  const flaw = schemas.flawOf(JSON.parse(text), media.schema, kind);
  if (flaw !== undefined) fail(`it is not what the document says: ${flaw}`);
}

/** What there is to look at in each line of an answer that comes bit by bit. */
export function lineChecker(
  exchange: Exchange,
  { operation, schemas }: Described,
  fail: Fail,
): ((line: string) => void) | undefined {
  const { status, headers } = exchange.answer;
  const told = (operation['responses'] as Record<string, Json>)[status];
  const content = (told?.['content'] ?? {}) as Record<string, Media>;
  const kind = isSparse(exchange) ? 'sparse' : 'closed';
  const row = rowOf(content[headers.get('content-type')?.split(';', 1)[0] ?? ''] ?? {}, schemas, kind);
  return row && ((line) => checkLine(line, row, schemas, kind, fail));
}

// What is refused before anybody looks at the operation.
const OF_HOSTS: readonly number[] = [408, 414, 421, 429, 431];

// Of these nothing is something, too.
const TEXTS = /^text\/|ndjson$/;

// Whoever asks for some members gets no others.
function isSparse({ target }: Exchange): boolean {
  return /[?&](?:fields|properties|view)(?:\[|%5B|=)/i.test(target);
}

function checkHeaders(headers: Headers, told: Readonly<Record<string, Json>>, fail: Fail): void {
  const known = new Set(Object.keys(told).map((name) => name.toLowerCase()));
  for (const name of headers.keys())
    if (!known.has(name) && !EVERYWHERE.test(name))
      fail(`the document tells of no header ${name}: ${headers.get(name)}`);
  for (const [name, { required }] of Object.entries(told))
    if (required === true && !headers.has(name)) fail(`the document tells of a header ${name}`);
}

// What HTTP says of every message, and what hosts say whoever is asked: OpenAPI has no place for it but each answer.
const EVERYWHERE = new RegExp(
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

import { isUtf8 } from 'node:buffer';
import type { Profile } from '../profile.ts';
import { BRING_BODY, NOT_REPEATABLE } from './curl.ts';
import { toRepeatableRequest } from './repeatable-request.ts';
import type { RepeatableRequest, RepeatableBody, RepeatableHeader } from './repeatable-request.ts';
import { detectEncoding, quoteForShell } from './shell-quoting.ts';

/** The request as a command of HTTPie for bash or zsh; what was redacted or not kept is a variable, as in {@link toCurl}. */
export function toHttpie(profile: Profile): string {
  const request = toRepeatableRequest(profile);
  if (!request) return NOT_REPEATABLE;
  const { body, notes: missing, method, origin } = request;
  // Anything else it takes for an address.
  if (!/^[A-Za-z]+$/.test(method)) return `# HTTPie has no method ${quoteForShell([method])}: copy it as cURL.`;
  const target = request.target.map((piece) => (typeof piece === 'string' ? sendable(piece) : piece));
  const headers = headersOf(request);
  const notes = [
    ...missing,
    ...(headers.includes(undefined) ? ['A header was left out, because HTTPie cannot be told its value.'] : []),
    ...(OF_ITS_OWN.every((name) => isGiven(request, name))
      ? []
      : [
          `HTTPie sends ${OF_ITS_OWN.filter((name) => !isGiven(request, name)).join(' and ')} of its own: there was none.`,
        ]),
  ];
  const input = body.kind === 'bytes' || body.kind === 'lost' ? [] : ['--ignore-stdin'];
  const text = target.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
  const words = [
    ...input,
    '--path-as-is',
    method,
    quoteForShell([origin, ...target], detectEncoding(target)),
    ...headers.filter((word) => word !== undefined),
    ...bodyWords(body),
  ];
  const lead = body.kind === 'bytes' ? `printf %s ${body.base64} | base64 -d | http` : 'http';
  return [
    ...notes.map((line) => `# ${line}`),
    ...(/[^\x21-\x7e]|[#"<>\\^`{|}[\]]|\?$/.test(text) || target.some((piece, i) => piece !== request.target[i])
      ? ['# HTTPie writes this address its own way, curl sends it as it was.']
      : []),
    ...(body.kind === 'lost' ? [BRING_BODY] : []),
    `${lead} ${words.join(' \\\n  ')}`,
  ].join('\n');
}

// HTTPie says these by itself, unless it is told not to.
const BY_ITSELF = ['User-Agent', 'Accept', 'Accept-Encoding', 'Connection', 'Content-Type'];

// And these even when it is told not to: the library below it does.
const OF_ITS_OWN = ['User-Agent', 'Accept-Encoding'];

function isGiven({ headers }: Pick<RepeatableRequest, 'headers'>, name: string): boolean {
  return headers.some((header) => header.name.toLowerCase() === name.toLowerCase() && headerWord(header) !== undefined);
}

// Of an address with bytes that are no UTF-8 it sends nothing at all.
function sendable(text: string): string {
  if (detectEncoding([text]) === 'utf8' || isUtf8Bytes(text)) return text;
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function headersOf({ headers, body }: RepeatableRequest): (string | undefined)[] {
  const silenced = BY_ITSELF.filter(
    (name) => !isGiven({ headers }, name) && (name !== 'Content-Type' || body.kind !== 'none'),
  );
  return [...headers.map(headerWord), ...silenced.map((name) => `${name}:`)];
}

/**
 * `Name:value`, where a value that begins with `=` or `@` would ask for something else, and a backslash before one of
 * HTTPie's own marks cannot be said.
 */
function headerWord({ name, value }: RepeatableHeader): string | undefined {
  const [first, ...rest] = value;
  if (first === undefined) return quoteForShell([`${name};`]);
  if (value.some((piece) => typeof piece === 'string' && /\\[:;=@\\]|\\$/.test(piece))) return undefined;
  if (detectEncoding(value) === 'latin1' && !value.every((piece) => typeof piece !== 'string' || isUtf8Bytes(piece)))
    return undefined;
  const start = typeof first === 'string' ? [`${name}:${first.replace(/^[=@:;]/, '\\$&')}`] : [`${name}:`, first];
  return quoteForShell([...start, ...rest], detectEncoding(value));
}

// It takes its words for UTF-8.
function isUtf8Bytes(text: string): boolean {
  return isUtf8(Buffer.from(text, 'latin1'));
}

function bodyWords(body: RepeatableBody): string[] {
  if (body.kind === 'text') return [`--raw=${quoteForShell(body.pieces)}`];
  return body.kind === 'lost' ? ['< "$REQUEST_BODY_FILE"'] : [];
}

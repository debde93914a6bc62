import { isUtf8 } from 'node:buffer';
import type { Profile } from '../../profile/profile.ts';
import { BODY_COMMENT, NOT_REPEATABLE } from './curl.ts';
import { describeVariables } from './placeholders.ts';
import { toRepeatableRequest } from './repeatable-request.ts';
import type { RepeatableRequest, RepeatableBody, RepeatableHeader } from './repeatable-request.ts';
import { detectEncoding, quoteForShell } from 'oriel-core/cli';

/** Returns a recorded request as an HTTPie command for bash and zsh. Masked or missing values become variables, as in {@link toCurl}. */
export function toHttpie(profile: Profile): string {
  const request = toRepeatableRequest(profile);
  if (!request) return NOT_REPEATABLE;
  const { body, method, origin } = request;
  const missing = [...describeVariables(request.masked), ...request.notes];
  // HTTPie treats other words as a URL.
  if (!/^[A-Za-z]+$/.test(method)) return `# HTTPie does not support the method ${quoteForShell([method])}; use cURL.`;
  const target = request.target.map((piece) => (typeof piece === 'string' ? encodeInvalidUtf8(piece) : piece));
  const headers = buildHeaderArguments(request);
  const notes = [
    ...missing,
    ...(headers.includes(undefined) ? ['A header is omitted, because HTTPie cannot send its value.'] : []),
    ...(ADDED_HEADERS.every((name) => hasHeader(request, name))
      ? []
      : [
          `HTTPie adds ${ADDED_HEADERS.filter((name) => !hasHeader(request, name)).join(' and ')}, which the recorded request did not have.`,
        ]),
  ];
  const input = body.kind === 'bytes' || body.kind === 'lost' ? [] : ['--ignore-stdin'];
  const text = target.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
  const commandArguments = [
    ...input,
    '--path-as-is',
    method,
    quoteForShell([origin, ...target], detectEncoding(target)),
    ...headers.filter((word) => word !== undefined),
    ...buildBodyArguments(body),
  ];
  const lead = body.kind === 'bytes' ? `printf %s ${body.base64} | base64 -d | http` : 'http';
  return [
    ...notes.map((line) => `# ${line}`),
    ...(/[^\x21-\x7e]|[#"<>\\^`{|}[\]]|\?$/.test(text) || target.some((piece, i) => piece !== request.target[i])
      ? ['# HTTPie normalizes this URL; curl sends it unchanged.']
      : []),
    ...(body.kind === 'lost' ? [BODY_COMMENT] : []),
    `${lead} ${commandArguments.join(' \\\n  ')}`,
  ].join('\n');
}

// Headers that HTTPie adds unless they are disabled.
const DEFAULT_HEADERS = ['User-Agent', 'Accept', 'Accept-Encoding', 'Connection', 'Content-Type'];

// Headers that its HTTP library adds in any case.
const ADDED_HEADERS = ['User-Agent', 'Accept-Encoding'];

function hasHeader({ headers }: Pick<RepeatableRequest, 'headers'>, name: string): boolean {
  return headers.some(
    (header) => header.name.toLowerCase() === name.toLowerCase() && buildHeaderArgument(header) !== undefined,
  );
}

// HTTPie fails on URLs with bytes that are not UTF-8.
function encodeInvalidUtf8(text: string): string {
  if (detectEncoding([text]) === 'utf8' || isUtf8Bytes(text)) return text;
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function buildHeaderArguments({ headers, body }: RepeatableRequest): (string | undefined)[] {
  const disabled = DEFAULT_HEADERS.filter(
    (name) => !hasHeader({ headers }, name) && (name !== 'Content-Type' || body.kind !== 'none'),
  );
  return [...headers.map(buildHeaderArgument), ...disabled.map((name) => `${name}:`)];
}

/**
 * Returns `Name:value`. A leading `=` or `@` is escaped. Returns undefined for a value with a backslash before one of
 * HTTPie's separators, which cannot be expressed.
 */
function buildHeaderArgument({ name, value }: RepeatableHeader): string | undefined {
  const [first, ...rest] = value;
  if (first === undefined) return quoteForShell([`${name};`]);
  if (value.some((piece) => typeof piece === 'string' && /\\[:;=@\\]|\\$/.test(piece))) return undefined;
  if (detectEncoding(value) === 'latin1' && !value.every((piece) => typeof piece !== 'string' || isUtf8Bytes(piece)))
    return undefined;
  const start = typeof first === 'string' ? [`${name}:${first.replace(/^[=@:;]/, '\\$&')}`] : [`${name}:`, first];
  return quoteForShell([...start, ...rest], detectEncoding(value));
}

// HTTPie reads its arguments as UTF-8.
function isUtf8Bytes(text: string): boolean {
  return isUtf8(Buffer.from(text, 'latin1'));
}

function buildBodyArguments(body: RepeatableBody): string[] {
  if (body.kind === 'text') return [`--raw=${quoteForShell(body.pieces)}`];
  return body.kind === 'lost' ? ['< "$REQUEST_BODY_FILE"'] : [];
}

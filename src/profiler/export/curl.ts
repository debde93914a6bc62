import type { Profile } from '../profile.ts';
import type { Piece } from './placeholders.ts';
import { toRepeatableRequest } from './repeatable-request.ts';
import type { RepeatableRequest, RepeatableBody, RepeatableHeader } from './repeatable-request.ts';
import { detectEncoding, quoteForShell } from './shell-quoting.ts';

/**
 * The request as a command for bash or zsh. Run, it sends the same request line, headers and body; what was redacted or
 * not kept is a variable, and a line above says so. Comments hold nothing that was recorded: some shells run them.
 */
export function toCurl(profile: Profile): string {
  const request = toRepeatableRequest(profile);
  if (!request) return NOT_REPEATABLE;
  const { body, notes: missing } = request;
  const lines = [...methodWords(request), ...addressWords(request), ...headerWords(request), ...bodyWords(body)];
  const lead = body.kind === 'bytes' ? `printf %s ${body.base64} | base64 -d | curl` : 'curl';
  return [
    ...missing.map((line) => `# ${line}`),
    ...(body.kind === 'lost' ? [BRING_BODY] : []),
    `${lead} ${lines.join(' \\\n  ')}`,
  ].join('\n');
}

/** What is copied instead when there is no address to send to. */
export const NOT_REPEATABLE = '# This request cannot be sent again: it was recorded without an absolute address.';

/** Where a body that was not kept is expected. */
export const BRING_BODY = '# Put the body into a file and its name into $REQUEST_BODY_FILE.';

// Curl says these by itself, unless it is told not to.
const BY_ITSELF = ['User-Agent', 'Accept'];

function methodWords({ method, version, body }: RepeatableRequest): string[] {
  const words = version === '1.0' ? ['--http1.0'] : [];
  if (method === 'HEAD') return [...words, '--head'];
  return method === 'GET' && body.kind === 'none' ? words : [...words, `-X ${method}`];
}

function addressWords({ origin, target }: RepeatableRequest): string[] {
  const text = target.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
  // Anything curl would tidy up goes into the request line untouched.
  if (!/^[/?][\w.~:/?@!$&'()*+,;=%-]*$/.test(text) || text.startsWith('?')) {
    return [`--request-target ${quoteForShell(target, detectEncoding(target))}`, quoteForShell([`${origin}/`])];
  }
  return [...(/\/\./.test(text) ? ['--path-as-is'] : []), quoteForShell([origin, ...target].reduce(joined, []))];
}

function headerWords({ headers, body }: RepeatableRequest): string[] {
  const given = new Set(headers.map(({ name }) => name.toLowerCase()));
  // Text is short here; bytes, and what somebody brings, may be long enough for curl to ask whether they are welcome.
  const besides = body.kind === 'none' ? [] : body.kind === 'text' ? ['Content-Type'] : ['Content-Type', 'Expect'];
  const silenced = [...BY_ITSELF, ...besides].filter((name) => !given.has(name.toLowerCase()));
  return [
    ...headers.map(headerWord),
    ...silenced.map((name) => `-H '${name}:'`),
    ...(given.has('accept-encoding') ? ['--compressed'] : []),
  ];
}

function headerWord({ name, value }: RepeatableHeader): string {
  if (value.length === 0) return `-H ${quoteForShell([`${name};`])}`;
  return `-H ${quoteForShell([`${name}: `, ...value].reduce(joined, []), detectEncoding(value))}`;
}

// `--data-raw`, because a text that begins with @ must not name a file.
function bodyWords(body: RepeatableBody): string[] {
  if (body.kind === 'text') return [`--data-raw ${quoteForShell(body.pieces)}`];
  if (body.kind === 'bytes') return ['--data-binary @-'];
  return body.kind === 'lost' ? ['--data-binary @"$REQUEST_BODY_FILE"'] : [];
}

function joined(pieces: readonly Piece[], piece: Piece): Piece[] {
  const last = pieces.at(-1);
  return typeof last === 'string' && typeof piece === 'string'
    ? [...pieces.slice(0, -1), last + piece]
    : [...pieces, piece];
}

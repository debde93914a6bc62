import type { Profile } from '../../profile/profile.ts';
import type { Piece } from 'oriel-core/cli';
import { describeVariables } from './placeholders.ts';
import { toRepeatableRequest } from './repeatable-request.ts';
import type { RepeatableRequest, RepeatableBody, RepeatableHeader } from './repeatable-request.ts';
import { detectEncoding, quoteForShell } from 'oriel-core/cli';

/**
 * Returns a recorded request as a curl command for bash and zsh, which sends the same request line, headers and body.
 * Masked or missing values become variables, explained in comments. Comments contain no recorded text, because some shells
 * execute them in interactive mode.
 */
export function toCurl(profile: Profile): string {
  const request = toRepeatableRequest(profile);
  if (!request) return NOT_REPEATABLE;
  const { body } = request;
  const missing = [...describeVariables(request.masked), ...request.notes];
  const lines = [
    ...buildMethodArguments(request),
    ...buildUrlArguments(request),
    ...buildHeaderArguments(request),
    ...buildBodyArguments(body),
  ];
  const lead = body.kind === 'bytes' ? `printf %s ${body.base64} | base64 -d | curl` : 'curl';
  return [
    ...missing.map((line) => `# ${line}`),
    ...(body.kind === 'lost' ? [BODY_COMMENT] : []),
    `${lead} ${lines.join(' \\\n  ')}`,
  ].join('\n');
}

/** The result for requests that were recorded without an absolute URL. */
export const NOT_REPEATABLE = '# This request cannot be repeated: it was recorded without an absolute URL.';

export const BODY_COMMENT = '# Save the body to a file and set $REQUEST_BODY_FILE to its name.';

// Headers that curl adds unless they are disabled.
const DEFAULT_HEADERS = ['User-Agent', 'Accept'];

function buildMethodArguments({ method, version, body }: RepeatableRequest): string[] {
  const options = version === '1.0' ? ['--http1.0'] : [];
  if (method === 'HEAD') return [...options, '--head'];
  return method === 'GET' && body.kind === 'none' ? options : [...options, `-X ${method}`];
}

function buildUrlArguments({ origin, target }: RepeatableRequest): string[] {
  const text = target.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
  // Prevents curl from normalizing the target.
  if (!/^[/?][\w.~:/?@!$&'()*+,;=%-]*$/.test(text) || text.startsWith('?')) {
    return [`--request-target ${quoteForShell(target, detectEncoding(target))}`, quoteForShell([`${origin}/`])];
  }
  return [...(/\/\./.test(text) ? ['--path-as-is'] : []), quoteForShell([origin, ...target].reduce(appendPiece, []))];
}

function buildHeaderArguments({ headers, body }: RepeatableRequest): string[] {
  const existing = new Set(headers.map(({ name }) => name.toLowerCase()));
  // curl adds Expect to large bodies. Text bodies are short here.
  const bodyHeaders = body.kind === 'none' ? [] : body.kind === 'text' ? ['Content-Type'] : ['Content-Type', 'Expect'];
  const disabled = [...DEFAULT_HEADERS, ...bodyHeaders].filter((name) => !existing.has(name.toLowerCase()));
  return [
    ...headers.map(buildHeaderArgument),
    ...disabled.map((name) => `-H '${name}:'`),
    ...(existing.has('accept-encoding') ? ['--compressed'] : []),
  ];
}

function buildHeaderArgument({ name, value }: RepeatableHeader): string {
  if (value.length === 0) return `-H ${quoteForShell([`${name};`])}`;
  return `-H ${quoteForShell([`${name}: `, ...value].reduce(appendPiece, []), detectEncoding(value))}`;
}

// `--data-raw`, because `--data` would read a file if the text begins with @.
function buildBodyArguments(body: RepeatableBody): string[] {
  if (body.kind === 'text') return [`--data-raw ${quoteForShell(body.pieces)}`];
  if (body.kind === 'bytes') return ['--data-binary @-'];
  return body.kind === 'lost' ? ['--data-binary @"$REQUEST_BODY_FILE"'] : [];
}

function appendPiece(pieces: readonly Piece[], piece: Piece): Piece[] {
  const last = pieces.at(-1);
  return typeof last === 'string' && typeof piece === 'string'
    ? [...pieces.slice(0, -1), last + piece]
    : [...pieces, piece];
}

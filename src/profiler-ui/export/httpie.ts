import type { Profile } from '../../profiler/index.ts';
import { BRING_BODY, NOT_REPEATABLE } from './curl.ts';
import { toRepeatable } from './repeatable.ts';
import type { Repeatable, RepeatableBody, RepeatableHeader } from './repeatable.ts';
import { encodingOf, shellWord } from './shell-words.ts';

/** The request as a command of HTTPie for bash or zsh; what was redacted or not kept is a variable, as in {@link toCurl}. */
export function toHttpie(profile: Profile): string {
  const request = toRepeatable(profile);
  if (!request) return NOT_REPEATABLE;
  const { body, missing, method, origin, target } = request;
  const headers = headersOf(request);
  const notes = headers.some((word) => word === undefined)
    ? [...missing, 'A header was left out, because HTTPie cannot be told its value.']
    : missing;
  const input = body.kind === 'bytes' || body.kind === 'lost' ? [] : ['--ignore-stdin'];
  const text = target.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
  const words = [
    ...input,
    '--path-as-is',
    method,
    shellWord([origin, ...target], encodingOf(target)),
    ...headers.filter((word) => word !== undefined),
    ...bodyWords(body),
  ];
  const lead = body.kind === 'bytes' ? `printf %s ${body.base64} | base64 -d | http` : 'http';
  return [
    ...notes.map((line) => `# ${line}`),
    ...(/[^\x21-\x7e]|[#"<>\\^`{|}]/.test(text)
      ? ['# HTTPie writes this address its own way, curl sends it as it was.']
      : []),
    ...(body.kind === 'lost' ? [BRING_BODY] : []),
    `${lead} ${words.join(' \\\n  ')}`,
  ].join('\n');
}

// HTTPie says these by itself, unless it is told not to.
const BY_ITSELF = ['User-Agent', 'Accept', 'Accept-Encoding', 'Connection', 'Content-Type'];

function headersOf({ headers, body }: Repeatable): (string | undefined)[] {
  const given = new Set(headers.map(({ name }) => name.toLowerCase()));
  const silenced = BY_ITSELF.filter(
    (name) => !given.has(name.toLowerCase()) && (name !== 'Content-Type' || body.kind !== 'none'),
  );
  return [...headers.map(headerWord), ...silenced.map((name) => `${name}:`)];
}

/**
 * `Name:value`, where a value that begins with `=` or `@` would ask for something else, and a backslash before one of
 * HTTPie's own marks cannot be said.
 */
function headerWord({ name, value }: RepeatableHeader): string | undefined {
  const [first, ...rest] = value;
  if (first === undefined) return shellWord([`${name};`]);
  if (value.some((piece) => typeof piece === 'string' && /\\[:;=@\\]|\\$/.test(piece))) return undefined;
  const start = typeof first === 'string' ? [`${name}:${first.replace(/^[=@:;]/, '\\$&')}`] : [`${name}:`, first];
  return shellWord([...start, ...rest], encodingOf(value));
}

function bodyWords(body: RepeatableBody): string[] {
  if (body.kind === 'text') return [`--raw ${shellWord(body.pieces)}`];
  return body.kind === 'lost' ? ['< "$REQUEST_BODY_FILE"'] : [];
}

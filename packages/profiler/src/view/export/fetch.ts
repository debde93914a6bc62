import type { Profile } from '../../profile/profile.ts';
import { NOT_REPEATABLE } from './curl.ts';
import type { Piece } from 'oriel-core/cli';
import { toRepeatableRequest } from './repeatable-request.ts';
import type { RepeatableRequest, RepeatableBody } from './repeatable-request.ts';

/**
 * Returns a recorded request as a JavaScript module that calls `fetch`. Headers that `fetch` controls are listed in a
 * comment; masked or missing values become constants to fill in.
 */
export function toFetch(profile: Profile): string {
  const request = toRepeatableRequest(profile);
  if (!request) return NOT_REPEATABLE.replace('#', '//');
  const controlled = request.headers.filter(({ name }) => FORBIDDEN_HEADERS.test(name));
  const headers = request.headers.filter(({ name }) => !FORBIDDEN_HEADERS.test(name));
  const notes = [...request.notes, ...describeLimits(request)];
  if (controlled.length > 0)
    notes.push(`fetch sets these headers itself: ${controlled.map(({ name }) => name).join(', ')}`);
  const lines = [
    ...notes.map((line) => `// ${line}`),
    ...request.masked.map(({ variable }) => `const ${variable} = ''; // masked in the profile: set the value`),
    ...(request.body.kind === 'lost' ? ["const REQUEST_BODY = ''; // set the body"] : []),
    `const response = await fetch(${toExpression([request.origin, ...request.target])}, {`,
    `  method: ${toLiteral(request.method)},`,
    ...(headers.length === 0
      ? []
      : [
          '  headers: [',
          ...headers.map(({ name, value }) => `    [${toLiteral(name)}, ${toExpression(value)}],`),
          '  ],',
        ]),
    ...buildBodyLines(request.body),
    "  redirect: 'manual',",
    '});',
    'console.log(response.status, await response.text());',
  ];
  return lines.join('\n');
}

// Headers that only fetch may set, such as those of the connection (RFC 9110 §7.6.1).
const FORBIDDEN_HEADERS =
  /^(?:host|connection|keep-alive|proxy-connection|transfer-encoding|content-length|upgrade|expect|te|trailer)$/i;

function describeLimits({ method, body, origin, target }: RepeatableRequest): string[] {
  const notes: string[] = [];
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) notes.push('fetch does not allow this method; use curl.');
  if (/^(?:GET|HEAD)$/i.test(method) && body.kind !== 'none')
    notes.push('fetch does not send a body with this method; use curl.');
  const address = origin + target.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join('');
  if (!URL.canParse(address) || new URL(address).href !== address || /#|\?$/.test(address))
    notes.push('fetch normalizes this URL; curl sends it unchanged.');
  return notes;
}

function buildBodyLines(body: RepeatableBody): string[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'lost':
      return ['  body: REQUEST_BODY,'];
    // As bytes, because fetch adds a Content-Type to text.
    case 'text':
      return [`  body: new TextEncoder().encode(${toExpression(body.pieces)}),`];
    case 'bytes':
      return [`  body: Uint8Array.from(atob(${toLiteral(body.base64)}), (character) => character.charCodeAt(0)),`];
  }
}

function toExpression(pieces: readonly Piece[]): string {
  const merged: string[] = [];
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    if (text !== '' || merged.length === 0) merged.push(toLiteral(text));
    merged.push(piece.name);
    text = '';
  }
  if (text !== '' || merged.length === 0) merged.push(toLiteral(text));
  return merged.join(' + ');
}

/** Returns a string literal of printable characters that cannot close a script element. */
function toLiteral(text: string): string {
  return JSON.stringify(text).replace(/[<\x7f-\x9f\p{C}\p{Zl}\p{Zp}]/gu, escapeUnicode);
}

function escapeUnicode(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

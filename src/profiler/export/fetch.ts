import type { Profile } from '../profile.ts';
import { NOT_REPEATABLE } from './curl.ts';
import type { Piece } from './placeholders.ts';
import { toRepeatableRequest } from './repeatable-request.ts';
import type { RepeatableRequest, RepeatableBody } from './repeatable-request.ts';

/**
 * The request as a module of JavaScript. Run in Node, it sends the same method, headers and body; what `fetch` keeps for
 * itself is said in a comment, and what was redacted or not kept is a constant to fill in.
 */
export function toFetch(profile: Profile): string {
  const request = toRepeatableRequest(profile);
  if (!request) return NOT_REPEATABLE.replace('#', '//');
  const names = [...new Set(placeholdersOf(request))];
  const kept = request.headers.filter(({ name }) => OWN.test(name));
  const headers = request.headers.filter(({ name }) => !OWN.test(name));
  const notes = [...request.notes.filter((line) => !line.startsWith('$')), ...limitsOf(request)];
  if (kept.length > 0) notes.push(`fetch says these itself: ${kept.map(({ name }) => name).join(', ')}`);
  const lines = [
    ...notes.map((line) => `// ${line}`),
    ...names.map((name) => `const ${name} = ''; // was redacted when this was recorded: put it here`),
    ...(request.body.kind === 'lost' ? ["const REQUEST_BODY = ''; // put the body here"] : []),
    `const response = await fetch(${expression([request.origin, ...request.target])}, {`,
    `  method: ${literal(request.method)},`,
    ...(headers.length === 0
      ? []
      : ['  headers: [', ...headers.map(({ name, value }) => `    [${literal(name)}, ${expression(value)}],`), '  ],']),
    ...bodyLines(request.body),
    "  redirect: 'manual',",
    '});',
    'console.log(response.status, await response.text());',
  ];
  return lines.join('\n');
}

// Headers of the connection (RFC 9110 §7.6.1): not for programs to say.
const OWN =
  /^(?:host|connection|keep-alive|proxy-connection|transfer-encoding|content-length|upgrade|expect|te|trailer)$/i;

function limitsOf({ method, body, origin, target }: RepeatableRequest): string[] {
  const notes: string[] = [];
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) notes.push('fetch refuses this method; curl sends it.');
  if (/^(?:GET|HEAD)$/i.test(method) && body.kind !== 'none')
    notes.push('fetch sends no body with this method; curl does.');
  const address = origin + target.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join('');
  if (!URL.canParse(address) || new URL(address).href !== address || /#|\?$/.test(address))
    notes.push('fetch writes this address its own way; curl sends it as it was.');
  return notes;
}

function bodyLines(body: RepeatableBody): string[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'lost':
      return ['  body: REQUEST_BODY,'];
    // As bytes, because fetch adds a content type of its own to text.
    case 'text':
      return [`  body: new TextEncoder().encode(${expression(body.pieces)}),`];
    case 'bytes':
      return [`  body: Uint8Array.from(atob(${literal(body.base64)}), (each) => each.charCodeAt(0)),`];
  }
}

function expression(pieces: readonly Piece[]): string {
  const merged: string[] = [];
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    if (text !== '' || merged.length === 0) merged.push(literal(text));
    merged.push(piece.name);
    text = '';
  }
  if (text !== '' || merged.length === 0) merged.push(literal(text));
  return merged.join(' + ');
}

/** A string literal of printable characters that cannot end a script element either. */
function literal(text: string): string {
  return JSON.stringify(text).replace(/[<\x7f-\x9f\p{C}\p{Zl}\p{Zp}]/gu, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

function placeholdersOf({ target, headers, body }: RepeatableRequest): string[] {
  const pieces = [...target, ...headers.flatMap(({ value }) => value), ...(body.kind === 'text' ? body.pieces : [])];
  return pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
}

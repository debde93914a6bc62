import { BadRequestError } from './errors.ts';

/** Nested deeper than any document that somebody wrote, and far from where programs that walk it run out of stack. */
const DEEPEST = 100;

/**
 * Refuses what JSON can say and programs cannot hold: nesting without end, numbers beyond those of a computer (they would
 * become Infinity, and null in the answer), and halves of characters that no encoding has (RFC 7493 §2).
 *
 * @param text what `value` was read from
 * @throws {BadRequestError} 400, with a pointer to the place
 */
export function assertBounds(value: unknown, text: string): void {
  // Decoded UTF-8 has no half characters; only an escape can bring one in.
  const escaped = text.includes('\\') && HALF_ESCAPED.test(text);
  if (typeof value === 'object' && value !== null) walk(value, 1, escaped, []);
  else assertScalar(value, escaped, []);
}

const HALF_ESCAPED = /\\u[dD][89a-fA-F]/;

function walk(container: object, depth: number, escaped: boolean, path: (string | number)[]): void {
  if (depth > DEEPEST) throw refused(`It is nested more than ${DEEPEST} levels deep`, [], '/problems/json-too-deep');
  if (Array.isArray(container)) {
    for (let i = 0; i < container.length; i++) visit(container[i], i, depth, escaped, path);
    return;
  }
  for (const name of Object.keys(container)) {
    if (escaped && !name.isWellFormed()) throw refused('The name of a member holds half of a surrogate pair', path);
    visit((container as Record<string, unknown>)[name], name, depth, escaped, path);
  }
}

function visit(
  value: unknown,
  name: string | number,
  depth: number,
  escaped: boolean,
  path: (string | number)[],
): void {
  if (typeof value === 'object') {
    if (value === null) return;
    path.push(name);
    walk(value, depth + 1, escaped, path);
    path.pop();
  } else if (typeof value === 'number' ? !Number.isFinite(value) : escaped && typeof value === 'string')
    assertScalar(value, escaped, [...path, name]);
}

function assertScalar(value: unknown, escaped: boolean, path: readonly (string | number)[]): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw refused('A number is too large for what computers count with', path);
  if (escaped && typeof value === 'string' && !value.isWellFormed())
    throw refused('A text holds half of a surrogate pair', path);
}

function refused(
  message: string,
  path: readonly (string | number)[],
  type = '/problems/malformed-json',
): BadRequestError {
  const pointer = path
    .map((part) => `/${String(part).slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
  const where = path.length === 0 ? '' : ` at ${pointer.slice(0, 500)}`;
  return new BadRequestError(`${message}${where}`, { type, extensions: path.length === 0 ? {} : { pointer } });
}

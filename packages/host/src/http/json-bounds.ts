import { BadRequestError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/** Deeper than real documents, and far below the depth at which recursive programs exceed their stack. */
const DEEPEST = 100;

/**
 * Rejects JSON that programs cannot represent: excessive nesting, numbers beyond the range of a double (they would
 * become Infinity, and null in a response), and lone surrogates, which no encoding supports (RFC 7493 §2).
 *
 * @param text the JSON text of `value`
 * @throws {BadRequestError} 400, with a pointer to the place
 */
export function assertBounds(value: unknown, text: string): void {
  // Decoded UTF-8 has no lone surrogates; only an escape sequence can create one.
  const escaped = text.includes('\\') && HALF_ESCAPED.test(text);
  if (typeof value === 'object' && value !== null) walk(value, 1, escaped, undefined);
  else assertScalar(value, escaped, undefined);
}

const HALF_ESCAPED = /\\u[dD][89a-fA-F]/;

/** The position of a value: its name, and the position of its parent. Undefined for the root. */
interface Place {
  readonly name: string | number;
  readonly above: Place | undefined;
}

function walk(container: object, depth: number, escaped: boolean, path: Place | undefined): void {
  if (depth > DEEPEST)
    throw new BadRequestError(message('json.too-deep', { count: DEEPEST }), { type: '/problems/json-too-deep' });
  if (Array.isArray(container)) {
    for (let i = 0; i < container.length; i++) visit(container[i], i, depth, escaped, path);
    return;
  }
  // The results of JSON.parse have no inherited members, and `for in` needs no list of names.
  for (const name in container) {
    if (escaped && !name.isWellFormed()) throw refused('json.surrogate-in-name', path);
    visit((container as Record<string, unknown>)[name], name, depth, escaped, path);
  }
}

function visit(value: unknown, name: string | number, depth: number, escaped: boolean, above: Place | undefined): void {
  if (typeof value === 'object') {
    if (value !== null) walk(value, depth + 1, escaped, { name, above });
  } else if (typeof value === 'number' ? !Number.isFinite(value) : escaped && typeof value === 'string')
    assertScalar(value, escaped, { name, above });
}

function assertScalar(value: unknown, escaped: boolean, path: Place | undefined): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw refused('json.number-too-large', path);
  if (escaped && typeof value === 'string' && !value.isWellFormed()) throw refused('json.surrogate-in-text', path);
}

function refused(
  code: 'json.number-too-large' | 'json.surrogate-in-name' | 'json.surrogate-in-text',
  path: Place | undefined,
): BadRequestError {
  const type = '/problems/malformed-json';
  if (path === undefined) return new BadRequestError(message(code), { type });
  const pointer = pointerTo(path);
  const detail = message(`${code}-at` as const, { pointer: pointer.slice(0, 500) });
  return new BadRequestError(detail, { type, extensions: { pointer } });
}

function pointerTo({ name, above }: Place): string {
  const segment = `/${String(name).slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return above === undefined ? segment : pointerTo(above) + segment;
}

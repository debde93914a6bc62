/**
 * Decodes the percent-encoding of a path once. Percent signs without two hexadecimal digits are kept.
 *
 * @returns undefined if the bytes are not valid UTF-8
 */
export function decodePath(path: string): string | undefined {
  if (!path.includes('%')) return path === '' ? '/' : path;
  try {
    return path.replace(/(?:%[0-9A-Fa-f]{2})+/g, decodeURIComponent) || '/';
  } catch {
    return undefined;
  }
}

/**
 * Returns a path in the form that rules about paths compare: decoded like the matcher does. Invalid UTF-8 becomes the
 * replacement character.
 *
 * @example
 * ```ts
 * import { comparablePath } from './request-path.ts';
 * comparablePath('/%61dmin/x'); // => '/admin/x'
 * ```
 */
export function comparablePath(path: string): string {
  return decodePath(path) ?? decodeBytes(decodePathToBytes(path));
}

/** Decodes a path to one character per byte, for routes without UTF-8. */
export function decodePathToBytes(path: string): string {
  const bytes = new TextEncoder().encode(path);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    const escaped = byte === percent ? digit(bytes[index + 1]) * 16 + digit(bytes[index + 2]) : Number.NaN;
    if (!Number.isNaN(escaped)) index += 2;
    bytes[length++] = Number.isNaN(escaped) ? byte : escaped;
  }
  return getCharacters(bytes.subarray(0, length)) || '/';
}

/** Decodes text with one character per byte as UTF-8; invalid bytes become the replacement character. */
export function decodeBytes(value: string): string {
  if (isAscii(value)) return value;
  const bytes = new Uint8Array(value.length);
  for (let index = 0; index < value.length; index++) bytes[index] = value.charCodeAt(index);
  return new TextDecoder().decode(bytes);
}

/** Whether all characters are ASCII. */
export function isAscii(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    if (value.charCodeAt(index) > 127) return false;
  }
  return true;
}

const percent = 0x25;

/** Returns the value of a hexadecimal digit, or NaN. */
function digit(code: number | undefined): number {
  if (code === undefined) return Number.NaN;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}

function getCharacters(bytes: Uint8Array): string {
  let text = '';
  // A call accepts a limited number of arguments.
  for (let index = 0; index < bytes.length; index += 4096) {
    text += String.fromCharCode(...bytes.subarray(index, index + 4096));
  }
  return text;
}

const slash = 0x2f;
const dot = 0x2e;

/** Removes trailing slashes; a path of slashes becomes `/`. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === slash) end--;
  return end === path.length ? path : end === 0 ? '/' : path.slice(0, end);
}

/** Removes trailing slashes of a path prefix, to which `/…` is added; the prefix of all paths becomes ''. */
export function trimPathPrefix(path: string): string {
  return path.replace(/\/+$/, '');
}

/**
 * Returns whether a path is within a prefix, which does not end in a slash. A dot starts the suffix of a format, which belongs
 * to the same resource: `/cities.json`.
 */
export function isWithinPath(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false;
  const next = path.charCodeAt(prefix.length);
  return path.length === prefix.length || next === slash || next === dot;
}

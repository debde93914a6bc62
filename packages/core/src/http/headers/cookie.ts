/**
 * Parses a `Cookie` header; returns the pairs in the order sent (RFC 6265bis §4.2, parsed as in §5.7). Names are
 * case-sensitive. Values are returned as sent: quotes are part of them and nothing is decoded, as in the standard.
 *
 * @example
 * ```ts
 * import { parseCookies } from 'oriel-host/http';
 * parseCookies('a=1; b="x y"; a=2'); // => [['a', '1'], ['b', '"x y"'], ['a', '2']]
 * ```
 */
export function parseCookies(header: string | undefined): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  if (header === undefined) return pairs;
  // Searched again only after the last one, or a header without any would be scanned to its end for each separator.
  let equals = header.indexOf('=');
  for (let from = 0; equals >= 0 && from < header.length && pairs.length < MAX_COOKIES;) {
    const end = endOfPair(header, from);
    if (equals < from) equals = header.indexOf('=', from);
    // A cookie without a name cannot be looked up, so it is ignored.
    if (equals > from && equals < end) {
      const name = trimmed(header, from, equals);
      if (name !== '') pairs.push([name, trimmed(header, equals + 1, end)]);
    }
    from = end + 1;
  }
  return pairs;
}

/**
 * Returns every value that was sent under one name. If there are several, another site or path has set a cookie of that name,
 * and the header does not indicate which one belongs to this host.
 *
 * @example
 * ```ts
 * import { cookieValues } from 'oriel-host/http';
 * cookieValues('theme=dark; session=abc', 'session'); // => ['abc']
 * cookieValues(undefined, 'session'); // => []
 * ```
 */
export function cookieValues(header: string | undefined, name: string): readonly string[] {
  if (header === undefined) return NO_VALUES;
  // Most requests do not have the cookie, and need not be parsed.
  let values: string[] | undefined;
  for (let position = header.indexOf(name); position >= 0; position = header.indexOf(name, position + name.length)) {
    const equals = afterBlanks(header, position + name.length);
    if (header.charCodeAt(equals) !== EQUALS || !beginsPair(header, position)) continue;
    (values ??= []).push(trimmed(header, equals + 1, endOfPair(header, equals)));
    if (values.length >= MAX_COOKIES) break;
  }
  return values ?? NO_VALUES;
}

function afterBlanks(header: string, from: number): number {
  let position = from;
  while (isBlank(header.charCodeAt(position))) position++;
  return position;
}

function beginsPair(header: string, position: number): boolean {
  let before = position - 1;
  while (before >= 0 && isBlank(header.charCodeAt(before))) before--;
  return before < 0 || header.charCodeAt(before) === SEMICOLON;
}

const EQUALS = 0x3d;
const SEMICOLON = 0x3b;

const NO_VALUES: readonly string[] = Object.freeze([]);
// Browsers store about 180 per site (RFC 6265bis §6.1 requires 50).
const MAX_COOKIES = 1_000;

function endOfPair(header: string, from: number): number {
  const end = header.indexOf(';', from);
  return end < 0 ? header.length : end;
}

// Spaces and tabs around a name or a value are not part of it; `trim` would remove more characters.
function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

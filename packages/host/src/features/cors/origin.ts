/** What is wrong with a configured origin, and how to fix it. */
export interface OriginIssue {
  readonly reason: string;
  readonly fix: string;
}

/**
 * Returns true for an origin as browsers send it: scheme, host in lower-case ASCII, and optionally a port. Other values of
 * the `Origin` header are never matched against rules and never written into a response.
 *
 * @example
 * ```ts
 * import { isOrigin } from './origin.ts';
 * isOrigin('https://app.example.com:8443'); // => true
 * isOrigin('https://app.example.com/'); // => false
 * isOrigin('null'); // => false
 * ```
 */
export function isOrigin(text: string): boolean {
  return text.length <= MAX_CHARACTERS && ORIGIN.test(text);
}

/**
 * Returns why no browser sends this text as its origin; undefined for a valid origin.
 *
 * @example
 * ```ts
 * import { validateOrigin } from './origin.ts';
 * validateOrigin('https://Example.com/')?.fix; // => 'Write "https://example.com"'
 * validateOrigin('https://example.com'); // => undefined
 * ```
 */
export function validateOrigin(text: string): OriginIssue | undefined {
  if (!text.includes('://')) return { reason: NOT_AN_ORIGIN, fix: suggest(`https://${text}`) };
  if (/^file:/i.test(text)) return { reason: 'Pages loaded from files have the origin null', fix: 'Write "null"' };
  if (/^wss?:/i.test(text))
    return { reason: 'A WebSocket has the origin of its page', fix: suggest(text.replace(/^ws/i, 'http')) };
  const serialized = serializeOrigin(text);
  if (serialized === text && isOrigin(text)) return undefined;
  return {
    reason: serialized === undefined ? NOT_AN_ORIGIN : 'Browsers do not write it like this',
    fix: suggest(text),
  };
}

const MAX_CHARACTERS = 300;
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,62})';
const ORIGIN = new RegExp(
  String.raw`^[a-z][a-z0-9+.-]{0,30}://(?:${LABEL}(?:\.${LABEL}){0,126}\.?|\[[0-9a-f:.]{2,45}\])(?::[1-9]\d{0,4})?$`,
);

const NOT_AN_ORIGIN = 'It is not an origin';

function suggest(text: string): string {
  const serialized = serializeOrigin(text);
  return serialized !== undefined && isOrigin(serialized)
    ? `Write "${serialized}"`
    : 'Write scheme, host and optionally a port, such as "https://app.example.com"';
}

// `URL` returns the origin "null" for schemes that the web does not define, such as those of browser extensions.
function serializeOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol, host } = new URL(text);
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

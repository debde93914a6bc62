/** What is wrong with something that was configured, and how to mend it. */
export interface Flaw {
  readonly reason: string;
  readonly fix: string;
}

/**
 * Is this an origin as browsers write it: scheme, host in small ASCII letters and perhaps a port, and nothing else? What
 * is not is never compared with anything, nor handed to anybody.
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
  return text.length <= LONGEST && ORIGIN.test(text);
}

/**
 * Why no browser would ever send this as its origin; undefined when one may.
 *
 * @example
 * ```ts
 * import { originFlaw } from './origin.ts';
 * originFlaw('https://Example.com/')?.fix; // => 'Write "https://example.com"'
 * originFlaw('https://example.com'); // => undefined
 * ```
 */
export function originFlaw(text: string): Flaw | undefined {
  if (!text.includes('://')) return { reason: NO_ORIGIN, fix: guessed(`https://${text}`) };
  if (/^file:/i.test(text)) return { reason: 'Pages from files have the origin null', fix: 'Write "null"' };
  if (/^wss?:/i.test(text))
    return { reason: 'The origin of a WebSocket is that of its page', fix: guessed(text.replace(/^ws/i, 'http')) };
  const written = asBrowsersWrite(text);
  if (written === text && isOrigin(text)) return undefined;
  return { reason: written === undefined ? NO_ORIGIN : 'Browsers never write it like this', fix: guessed(text) };
}

const LONGEST = 300;
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,62})';
const ORIGIN = new RegExp(
  String.raw`^[a-z][a-z0-9+.-]{0,30}://(?:${LABEL}(?:\.${LABEL}){0,126}\.?|\[[0-9a-f:.]{2,45}\])(?::[1-9]\d{0,4})?$`,
);

const NO_ORIGIN = 'It is no origin';

function guessed(text: string): string {
  const written = asBrowsersWrite(text);
  return written !== undefined && isOrigin(written)
    ? `Write "${written}"`
    : 'Write scheme, host and perhaps a port, such as "https://app.example.com"';
}

// Of schemes that the web does not define, such as those of extensions, URL knows no origin.
function asBrowsersWrite(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol, host } = new URL(text);
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

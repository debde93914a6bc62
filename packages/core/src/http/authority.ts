import { HttpError } from './http-errors.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

/** The host a request was sent to: `Host` or the authority of an absolute target (RFC 9110 §7.2). */
export interface Authority {
  /** The name or address in lower case, without the port; IPv6 addresses have brackets. */
  readonly name: string;
  /** The port as written, or undefined. */
  readonly port: number | undefined;
}

/**
 * Parses an authority (`example.com`, `[::1]:8000`); returns undefined if it is invalid. Results are cached, because
 * a server receives the same few values again and again.
 *
 * @example
 * ```ts
 * import { parseAuthority } from './authority.ts';
 * parseAuthority('WWW.Example.com:8000'); // => { name: 'www.example.com', port: 8000 }
 * parseAuthority('bad_host!x'); // => undefined
 * ```
 */
export function parseAuthority(text: string): Authority | undefined {
  if (text === lastText) return last;
  let authority = remembered.get(text);
  if (authority === undefined) {
    authority = read(text);
    if (authority === undefined) return undefined;
    if (remembered.size >= REMEMBERED_MOST) remembered.clear();
    remembered.set(text, authority);
  }
  lastText = text;
  return (last = authority);
}

/** Returns whether `name` matches `pattern`. `*.example.com` matches any subdomain, `*` every name. */
export function matchesHostPattern(name: string, pattern: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.')
    ? name.endsWith(pattern.slice(1)) && name.length > pattern.length - 1
    : name === pattern;
}

/** Returns whether a name is a loopback name: `localhost` and subdomains (RFC 6761 §6.3), 127.0.0.0/8, `[::1]`. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || LOOPBACK_V4.test(name);
}

const REMEMBERED_MOST = 512;
const remembered = new Map<string, Authority>();
// Most values repeat the previous one, and a lookup of a string that was just received needs to hash it.
let lastText: string | undefined;
let last: Authority | undefined;

const LOOPBACK_V4 = /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.?$/;
const IPV6 = /^\[[0-9a-f:]{2,39}(?:\.\d{1,3}){0,3}\]$/;
const LONGEST = 260;

function read(text: string): Authority | undefined {
  if (text.length === 0 || text.length > LONGEST) return undefined;
  const lower = text.toLowerCase();
  const colon = lower.lastIndexOf(':');
  const hasPort = colon > lower.lastIndexOf(']') && colon >= 0;
  const name = hasPort ? lower.slice(0, colon) : lower;
  if (!NAME.test(name) && !(IPV6.test(name) && URL.canParse(`http://${name}/`))) return undefined;
  if (!hasPort) return { name, port: undefined };
  const digits = lower.slice(colon + 1);
  if (digits === '') return { name, port: undefined }; // RFC 3986 §3.2.3: an empty port is the scheme's
  if (!/^\d{1,5}$/.test(digits) || Number(digits) > 65535) return undefined;
  return { name, port: Number(digits) };
}

/** Returns the port of an authority, or the default port of the scheme. */
export function getPort(scheme: 'http' | 'https', authority: Authority | undefined): number {
  return authority?.port ?? (scheme === 'https' ? 443 : 80);
}

/** Returns `scheme://host[:port]` without a default port; a valid origin even without a valid host. */
export function getOrigin(scheme: 'http' | 'https', authority: Authority | undefined): string {
  // Equal authorities are the same cached object, and most requests have the same authority as the previous one.
  if (authority !== undefined && authority === lastAuthority && scheme === lastScheme) return lastOrigin;
  const host = authority?.name || 'localhost';
  const port = getPort(scheme, authority);
  const origin = port === (scheme === 'https' ? 443 : 80) ? `${scheme}://${host}` : `${scheme}://${host}:${port}`;
  lastAuthority = authority;
  lastScheme = scheme;
  return (lastOrigin = origin);
}

let lastAuthority: Authority | undefined;
let lastScheme = '';
let lastOrigin = '';

/**
 * Returns the error for an invalid host of a request; undefined if it is valid.
 *
 * @param line the host: that of an absolute target, or else that of the `Host` header
 */
export function hostProblem(incoming: IncomingRequest, line: string | undefined): HttpError | undefined {
  const { hostLines, version } = incoming;
  if (hostLines.length > 1) return badHost(message('request.duplicate-host', { count: hostLines.length }));
  if (line === undefined || (hostLines.length === 0 && version === '1.1')) {
    return version === '1.0' ? undefined : badHost(message('request.host-missing'));
  }
  // An absolute target has precedence over the Host header, which must still be valid (RFC 9112 §3.2).
  const invalid = [line, ...hostLines].find((hostLine) => parseAuthority(hostLine) === undefined);
  return invalid === undefined ? undefined : badHost(message('request.invalid-host', { host: invalid.slice(0, 256) }));
}

function badHost(detail: Message): HttpError {
  return new HttpError(400, detail, { type: '/problems/invalid-host', code: 'ORIEL_INVALID_HOST' });
}

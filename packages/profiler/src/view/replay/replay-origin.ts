import { isLoopbackName, parseAuthority } from 'oriel-core/http';
import type { Profile } from '../../profile/profile.ts';

/**
 * Returns the origin that a request is sent to, or undefined and a problem. Only names and addresses that can be nothing but this machine
 * are accepted: `localhost`, its subdomains, 127.0.0.0/8 in four decimal numbers, and `[::1]`.
 *
 * @param text an origin, such as `http://localhost:3000`; undefined if none was recorded
 * @param isRemoteAllowed whether the origin may be that of another machine
 */
export function parseReplayOrigin(
  text: string | undefined,
  isRemoteAllowed: boolean,
  problems: string[],
): URL | undefined {
  if (text === undefined) {
    problems.push('The request was recorded without a host: an origin such as http://localhost:3000 is necessary.');
    return undefined;
  }
  const [, scheme, host] = /^(https?):\/\/([^/?#]*)\/?$/i.exec(text) ?? [];
  const authority = host === undefined ? undefined : parseAuthority(host);
  const url = `${scheme}://${host}`;
  // The parser of URLs reads 127.1 and 0x7f000001 as addresses.
  const isPlain = authority !== undefined && URL.canParse(url) && new URL(url).hostname === authority.name;
  if (!isPlain) {
    problems.push(`"${quote(text)}" is not an origin; expected a scheme and a host, such as http://localhost:3000.`);
    return undefined;
  }
  if (!isRemoteAllowed && !isLoopbackName(authority.name)) {
    problems.push(
      `"${quote(text)}" is not on this machine: requests are sent to localhost only, unless the command names another host with --against.`,
    );
    return undefined;
  }
  return new URL(url);
}

/**
 * Returns the origin to propose for a request that was recorded behind a proxy or in a container: this machine, and the port that the
 * process listened on. Returns undefined if the recorded origin is on this machine, or the port is unknown.
 */
export function proposeOrigin({ data: { request, client } }: Profile): string | undefined {
  const port = client?.localPort;
  if (typeof port !== 'number' || !Number.isInteger(port)) return undefined;
  const [, scheme = 'http', host = ''] = /^(https?):\/\/([^/?#]*)/i.exec(String(request.url)) ?? [];
  const name = parseAuthority(host)?.name;
  return name !== undefined && isLoopbackName(name) ? undefined : `${scheme}://localhost:${port}`;
}

/** Returns whether a `Host` line names an origin. */
export function namesOrigin(line: string, { protocol, hostname, port }: URL): boolean {
  const authority = parseAuthority(line);
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return authority?.name === hostname && (authority.port ?? defaultPort) === (Number(port) || defaultPort);
}

/** Returns recorded text as a part of a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text).slice(1, -1);
}

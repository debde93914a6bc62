import { isIP } from 'node:net';
import { withoutPrefix } from 'oriel-core/node';

/** What one proxy reports about the previous hop; undefined where it reports nothing valid. */
export interface ForwardedHop {
  readonly address: string | undefined;
  readonly scheme: 'http' | 'https' | undefined;
  readonly host: string | undefined;
  readonly port: number | undefined;
}

/** The values of `X-Forwarded-For`, `-Proto`, `-Host` and `-Port`. */
export interface XForwardedHeaders {
  readonly addresses: string | undefined;
  readonly schemes: string | undefined;
  readonly hosts: string | undefined;
  readonly ports?: string | undefined;
}

/**
 * Parses a `Forwarded` header (RFC 7239 §4), nearest proxy last.
 * @returns undefined if any part of it is invalid
 */
export function parseForwarded(header: string): ForwardedHop[] | undefined {
  const hops: ForwardedHop[] = [];
  let pairs = new Map<string, string>();
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < header.length) {
    const match = PAIR.exec(header);
    if (match === null) return undefined;
    const [, name = '', token, quoted, separator] = match;
    if (name !== '') {
      const key = name.toLowerCase();
      if (pairs.has(key)) return undefined;
      pairs.set(key, token ?? quoted!.replaceAll(/\\(.)/g, '$1'));
    }
    if (separator === ',' || PAIR.lastIndex >= header.length) {
      hops.push(toHop(pairs.get('for'), pairs.get('proto'), pairs.get('host')));
      if (hops.length > MAX_HOPS) return undefined;
      pairs = new Map();
    }
  }
  return hops;
}

/**
 * Parses the `X-Forwarded-*` headers, nearest proxy last. Schemes, hosts and ports belong to the addresses if there are equally
 * many; otherwise only the last one is used, for the nearest proxy.
 */
export function parseXForwarded({ addresses, schemes, hosts, ports }: XForwardedHeaders): ForwardedHop[] | undefined {
  const list = split(addresses);
  const protos = split(schemes);
  const names = split(hosts);
  const numbers = split(ports);
  if (list.length > MAX_HOPS) return undefined;
  // Without addresses, the other headers describe one hop.
  if (list.length === 0) list.push('');
  const valueAt = (values: string[], i: number) => (values.length === list.length ? values[i] : values.at(-1));
  return list.map((text, i) => toHop(text, valueAt(protos, i), valueAt(names, i), valueAt(numbers, i)));
}

/**
 * Returns the address in a node name such as `192.0.2.1:4711` or `[2001:db8::1]:80`; undefined for `unknown` and obfuscated
 * names. IPv4-mapped IPv6 addresses become IPv4 addresses.
 */
export function parseAddress(node: string): string | undefined {
  const bare = BRACKETS.exec(node)?.[1] ?? V4_WITH_PORT.exec(node)?.[1] ?? node;
  if (isIP(bare) === 0) return undefined;
  return withoutPrefix(bare);
}

const MAX_HOPS = 64;
// Spaces match in one place only, so that matching is linear.
const PAIR = /[ \t]*(?:([!#$%&'*+\-.^_`|~\w]+)=(?:([!#$%&'*+\-.^_`|~\w]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?([;,]|$)/y;
const BRACKETS = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i;
const V4_WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;

function toHop(
  node: string | undefined,
  proto: string | undefined,
  host: string | undefined,
  port?: string,
): ForwardedHop {
  const scheme = proto?.toLowerCase();
  return {
    address: node === undefined ? undefined : parseAddress(node),
    scheme: scheme === 'http' || scheme === 'https' ? scheme : undefined,
    host: host === '' ? undefined : host,
    port:
      port !== undefined && /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536
        ? Number(port)
        : undefined,
  };
}

function split(list: string | undefined): string[] {
  return list === undefined || list.trim() === '' ? [] : list.split(',').map((part) => part.trim());
}

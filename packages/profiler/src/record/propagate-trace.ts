import { BlockList, isIP } from 'node:net';

/** Decides whether calls to a host carry the trace of the request that sends them. */
export type Propagation = (hostname: string) => boolean;

/**
 * Creates the decision about hosts. Loopback and private addresses always carry it.
 *
 * @param hosts further host names, such as `api.example` or `*.internal`; `*` for all. False for none at all
 */
export function createPropagation(hosts: readonly string[] | false = []): Propagation {
  if (hosts === false) return () => false;
  const names = hosts.map((host) => host.toLowerCase());
  const suffixes = names.flatMap((name) => (name.startsWith('*.') ? [name.slice(1)] : []));
  const exact = new Set(names);
  return (hostname) => {
    const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
    return isPrivate(host) || exact.has(host) || exact.has('*') || suffixes.some((suffix) => host.endsWith(suffix));
  };
}

/** Returns whether a text is a host of {@link createPropagation}. */
export function isPropagationHost(text: string): boolean {
  return text === '*' || isIP(text) !== 0 || /^(?:\*\.)?[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?$/i.test(text);
}

/** An outgoing request of undici, as its channel `undici:request:create` passes it. */
export interface UndiciHeaders {
  readonly headers?: unknown;
  addHeader?(name: string, value: string): unknown;
}

/** Adds a header to a request of undici, unless it has the header. Returns whether it was added. */
export function addUndiciHeader(request: UndiciHeaders, name: string, value: string): boolean {
  const { headers } = request;
  const has = Array.isArray(headers)
    ? headers.some((header, index) => index % 2 === 0 && String(header).toLowerCase() === name)
    : new RegExp(`^${name}:`, 'im').test(String(headers ?? ''));
  if (has || typeof request.addHeader !== 'function') return false;
  request.addHeader(name, value);
  return true;
}

/** An outgoing request of `node:http`, as its channel `http.client.request.created` passes it. */
export interface NodeHeaders {
  readonly headersSent?: boolean;
  hasHeader?(name: string): boolean;
  setHeader?(name: string, value: string): unknown;
}

/** Adds a header to a request of `node:http`, unless it has the header or its headers are written. Returns whether it was added. */
export function addNodeHeader(request: NodeHeaders, name: string, value: string): boolean {
  if (request.headersSent !== false || request.hasHeader?.(name) !== false || !request.setHeader) return false;
  request.setHeader(name, value);
  return true;
}

const PRIVATE = new BlockList();
PRIVATE.addSubnet('127.0.0.0', 8);
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

function isPrivate(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return host === 'localhost' || host.endsWith('.localhost');
  return PRIVATE.check(host.split('%', 1)[0]!, version === 6 ? 'ipv6' : 'ipv4');
}

/** An outgoing request of `node:http`, as its diagnostics channels pass it. */
export interface NodeTarget {
  readonly protocol: string;
  /** The name or address that is connected to, without a port. */
  readonly host: string;
  readonly path: string;
  readonly socketPath?: string;
  readonly socket?: { readonly remotePort?: number } | null;
  /** The head as it is sent. Headers that are given as a list are only in it; others are before they are sent. */
  readonly _header?: string | null;
  getHeader?(name: string): unknown;
}

/**
 * Returns the URL of a call. The header `Host` has the port, but it may name another host than the one that is connected to, as with
 * virtual hosts; then the port is known once the socket is connected.
 */
export function urlOf(request: NodeTarget): string {
  const { protocol, host, path, socketPath, socket, _header } = request;
  // A request to a proxy has the URL as its path.
  if (ABSOLUTE.test(path)) return path;
  if (typeof socketPath === 'string') return `unix:${socketPath}:${path}`;
  const named = HOST.exec(_header ?? `Host: ${String(request.getHeader?.('host'))}`);
  if (named?.[1] !== undefined && nameOf(named[1]) === nameOf(host))
    return `${protocol}//${named[1]}${named[2] ?? ''}${path}`;
  const port = socket?.remotePort;
  const isUsual = port === undefined || port === (protocol === 'https:' ? 443 : 80);
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${protocol}//${name}${isUsual ? '' : `:${port}`}${path}`;
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$/g, '');
}

const ABSOLUTE = /^https?:\/\//i;
const HOST = /^host: *(\[[^\]\r\n]*\]|[^:\r\n]*)(:\d{1,5})? *$/im;

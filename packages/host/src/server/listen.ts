import type { Server, ServerOptions as NodeServerOptions } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { HEADER_COUNT_LIMIT } from './request-problem.ts';
import type { Limits, ServerOptions } from './server-options.ts';

/** The address of a listening server. */
export interface Address {
  /** A URL that clients can use, without a trailing slash; `localhost` if the server listens on all addresses. */
  readonly url: string;
  readonly port: number;
  readonly host: string;
}

/**
 * Starts to listen.
 *
 * @throws {Error} if it cannot, with the address and a fix
 */
export function listen(server: NetServer, { host = '127.0.0.1', port = 8_000, tls }: ServerOptions): Promise<Address> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(explain(cause, host, port)));
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.removeAllListeners('error');
      // A later error of the listening socket, such as too many open files, affects one connection, not the host.
      server.on('error', () => {});
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve({ url: `${tls ? 'https' : 'http'}://${clientHost(host)}:${bound}`, port: bound, host });
    });
  });
}

/** Connections that the system queues before they are accepted. */
const BACKLOG = 1_024;

function clientHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function explain(cause: Error & { code?: string }, host: string, port: number): Error {
  const address = `port ${port} on ${host}`;
  const isUnknownAddress = cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND';
  let text = `Cannot listen on ${address}: ${cause.message}`;
  if (cause.code === 'EADDRINUSE')
    text = `Cannot listen: ${address} is in use. Stop the other process, or choose another port (0 for any free one)`;
  else if (cause.code === 'EACCES')
    text = `Cannot listen: ${address} requires additional permissions. Choose a port from 1024 on`;
  else if (isUnknownAddress)
    text = `Cannot listen: this machine has no address "${host}". Choose 127.0.0.1, 0.0.0.0 or ::`;
  return new Error(text, { cause });
}

/** Creates the Node.js server with all limits that Node.js supports. HTTP/2 and TLS are loaded only if they are used. */
export async function createHttpServer({ tls, http2 }: ServerOptions, limits: Limits): Promise<Server> {
  const options: NodeServerOptions = {
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTimeout,
    // Node.js requires that this is not shorter than the timeout of the headers.
    requestTimeout: Math.max(limits.requestTimeout, limits.headersTimeout),
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: checkingInterval(limits.headersTimeout, limits.requestTimeout),
    // The host listener validates `Host`, with a problem document and a log record.
    requireHostHeader: false,
    // Joins duplicate headers, so that two Authorization headers are invalid instead of the first one being used.
    joinDuplicateHeaders: true,
    // Avoids the setup of a stream for requests without a body.
    optimizeEmptyRequests: true,
    insecureHTTPParser: false,
    noDelay: true,
  };
  const server = await create(options, tls, http2, limits);
  // One more than allowed, so that an excess can be detected: Node.js silently drops further headers.
  server.maxHeadersCount = HEADER_COUNT_LIMIT + 1;
  if (limits.connections > 0) server.maxConnections = limits.connections;
  return server;
}

async function create(
  options: NodeServerOptions,
  tls: ServerOptions['tls'],
  http2: boolean | undefined,
  limits: Limits,
): Promise<Server> {
  // An import would also read `WebSocket` of this module, which loads the fetch client and slows the start.
  if (tls === undefined) return process.getBuiltinModule('node:http').createServer(options);
  const secure = { handshakeTimeout: limits.headersTimeout, ...tls };
  if (!http2) {
    const { createServer: createSecure } = await import('node:https');
    return createSecure({ ...options, ...secure });
  }
  const { createSecureServer } = await import('node:http2');
  const server = createSecureServer({
    ...options,
    ...secure,
    allowHTTP1: true,
    settings: { maxHeaderListSize: limits.headers, maxConcurrentStreams: 128 },
    maxHeaderListPairs: HEADER_COUNT_LIMIT + PSEUDO_HEADERS + 1,
    unknownProtocolTimeout: limits.headersTimeout,
  });
  // Idle sessions end like idle connections.
  server.setTimeout(Math.max(limits.keepAliveTimeout, limits.requestTimeout));
  return server as unknown as Server;
}

const PSEUDO_HEADERS = 4;

/** Returns the interval in which timeouts are checked, in milliseconds. They fire at most a quarter later than configured. */
export function checkingInterval(...timeouts: readonly number[]): number {
  return Math.min(5_000, Math.max(25, Math.floor(Math.min(...timeouts) / 4)));
}

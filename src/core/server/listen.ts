import type { Server, ServerOptions as NodeServerOptions } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { Limits, ServerOptions } from './server-options.ts';

/** Where a server listens. */
export interface Address {
  /** Without a trailing slash; names a host that can be dialled, also when it listens everywhere. */
  readonly url: string;
  readonly port: number;
  readonly host: string;
}

/** Listens as the options say. @throws {Error} when it cannot, naming the address and the fix */
export function listen(server: NetServer, { host = '127.0.0.1', port = 8_000, tls }: ServerOptions): Promise<Address> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(explain(cause, host, port)));
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.removeAllListeners('error');
      // An error of the listening socket after that (no file descriptors left, say) ends one connection, not the host.
      server.on('error', () => {});
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve({ url: `${tls ? 'https' : 'http'}://${dialled(host)}:${bound}`, port: bound, host });
    });
  });
}

/** Connections that the system holds until the process comes to them: enough for a burst. */
const BACKLOG = 1_024;

function dialled(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function explain(cause: Error & { code?: string }, host: string, port: number): Error {
  const place = `port ${port} on ${host}`;
  if (cause.code === 'EADDRINUSE') {
    return new Error(`Cannot listen: ${place} is taken. Stop what listens there, or choose another port (0 for any)`, {
      cause,
    });
  }
  if (cause.code === 'EACCES') {
    return new Error(`Cannot listen: ${place} needs more rights. Choose a port from 1024 on`, { cause });
  }
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND') {
    return new Error(`Cannot listen: this machine has no address "${host}". Choose 127.0.0.1, 0.0.0.0 or ::`, {
      cause,
    });
  }
  return new Error(`Cannot listen on ${place}: ${cause.message}`, { cause });
}

/** Node's server for these options, with every limit that Node can keep. HTTP/2 and TLS are loaded only when wanted. */
export async function createHttpServer({ tls, http2 }: ServerOptions, limits: Limits): Promise<Server> {
  const options: NodeServerOptions = {
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTimeout,
    // Node wants the time for everything to be no shorter than the time for the headers.
    requestTimeout: Math.max(limits.requestTimeout, limits.headersTimeout),
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: checkingInterval(limits),
    // Strict Host is a matter of the pipeline, which answers with a problem and writes a log.
    requireHostHeader: false,
    // Two Authorization headers are one that nobody can read, not the first of them.
    joinDuplicateHeaders: true,
    // A request without a body has none to stream, and then Node need not set one up and end it.
    optimizeEmptyRequests: true,
    insecureHTTPParser: false,
    noDelay: true,
  };
  const server = await create(options, tls, http2, limits);
  // One more than allowed, so that one too many can be seen: Node drops silently what is beyond.
  server.maxHeadersCount = limits.headerCount + 1;
  if (limits.connections > 0) server.maxConnections = limits.connections;
  return server;
}

async function create(
  options: NodeServerOptions,
  tls: ServerOptions['tls'],
  http2: boolean | undefined,
  limits: Limits,
): Promise<Server> {
  // An import would also read `WebSocket` off this module, which loads the web's client: a sixth of a start.
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
    maxHeaderListPairs: limits.headerCount + PSEUDO_HEADERS + 1,
    unknownProtocolTimeout: limits.headersTimeout,
  });
  // Idle sessions end like idle connections.
  server.setTimeout(Math.max(limits.keepAliveTimeout, limits.requestTimeout));
  return server as unknown as Server;
}

const PSEUDO_HEADERS = 4;

// Node looks at its clocks this often; half the shortest time keeps the promise without waking all the time.
function checkingInterval({ headersTimeout, requestTimeout }: Limits): number {
  return Math.min(5_000, Math.max(25, Math.floor(Math.min(headersTimeout, requestTimeout) / 4)));
}

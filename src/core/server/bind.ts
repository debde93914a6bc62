import type { Server } from 'node:net';
import type { ServerOptions } from './server-options.ts';

/** Where a server listens. */
export interface Address {
  /** Without a trailing slash; names a host that can be dialled, also when it listens everywhere. */
  readonly url: string;
  readonly port: number;
  readonly host: string;
}

/** Listens as the options say. @throws {Error} when it cannot, naming the address and the fix */
export function bind(server: Server, { host = '127.0.0.1', port = 8_000, tls }: ServerOptions): Promise<Address> {
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

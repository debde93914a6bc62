import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { Address } from 'oriel-core/cli';

/** Servers that listen for the same requests. */
export interface Listening {
  /** Without a slash at its end. */
  readonly url: string;
  /** Closes the servers when the open requests are answered, after two seconds at the latest. */
  close(): Promise<void>;
}

/**
 * Listens for requests of HTTP/1.1. Node.js answers requests with more than 16 KiB of headers, and malformed ones. For `localhost`, it
 * listens on 127.0.0.1, and on `[::1]` if the machine has IPv6, because clients choose either.
 *
 * @throws {Error} if an address cannot be used, as Node.js reports it
 */
export async function listen(listener: RequestListener, { host, port }: Address): Promise<Listening> {
  const isLocalhost = host === 'localhost';
  const servers = [await open(listener, { host: isLocalhost ? '127.0.0.1' : host, port })];
  const close = async (): Promise<void> => void (await Promise.all(servers.map(closeServer)));
  const { port: bound } = servers[0]!.address() as { port: number };
  if (isLocalhost)
    try {
      servers.push(await open(listener, { host: '::1', port: bound }));
    } catch (error) {
      // Otherwise the machine has no IPv6. A program that uses the port would receive requests for these pages.
      if (IN_USE.test(String((error as { code?: unknown }).code))) {
        await close();
        if (port !== 0) throw error;
        return listen(listener, { host, port });
      }
    }
  return { url: `http://${toName(host)}:${bound}`, close };
}

function open(listener: RequestListener, address: Address): Promise<Server> {
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, joinDuplicateHeaders: true },
    listener,
  );
  server.timeout = IDLE_TIMEOUT_MS;
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(address, () => {
      // A later error of the listening socket, such as too many open files, affects one connection.
      server.off('error', reject).on('error', () => {});
      resolve(server);
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const limit = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}

function toName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const IN_USE = /^(?:EADDRINUSE|EACCES)$/;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
// Without progress in either direction, such as a client that does not read its response. Live pages send something every 15 seconds.
const IDLE_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 2_000;
const SWEEP_MS = 50;

import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { Address } from 'oriel-core/cli';

/**
 * Listens for requests of HTTP/1.1. Node.js answers requests with more than 16 KiB of headers, and malformed ones.
 *
 * @returns the server and its URL, without a slash at its end
 * @throws {Error} if the address cannot be used, as Node.js reports it
 */
export function listen(listener: RequestListener, { host, port }: Address): Promise<Listening> {
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, joinDuplicateHeaders: true },
    listener,
  );
  server.timeout = IDLE_TIMEOUT_MS;
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, () => {
      // A later error of the listening socket, such as too many open files, affects one connection.
      server.off('error', reject).on('error', () => {});
      const { port: bound } = server.address() as { port: number };
      resolve({ server, url: `http://${toName(host)}:${bound}` });
    });
  });
}

interface Listening {
  readonly server: Server;
  readonly url: string;
}

/** Closes a server when the open requests are answered, after two seconds at the latest. */
export async function closeServer(server: Server): Promise<void> {
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

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
// Without progress in either direction, such as a client that does not read its response. Live pages send something every 15 seconds.
const IDLE_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 2_000;
const SWEEP_MS = 50;

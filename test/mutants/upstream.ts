import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server that applications call. With the header `X-Fail`, it responds with 503. */
export async function startUpstream(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = createServer(({ headers }, response) => {
    response.writeHead('x-fail' in headers ? 503 : 200, { 'Content-Type': 'application/json' });
    response.end('{"rate":2}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

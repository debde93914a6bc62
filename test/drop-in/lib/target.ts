import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { eventually } from './application.ts';

/** Starts the server that the applications call. Returns its URL. */
export async function startTarget(t: TestContext): Promise<string> {
  const server = createServer((request, response) => response.end(request.url?.slice('/mark/'.length)));
  server.listen(0, '127.0.0.1');
  t.after(() => void server.close());
  return await eventually(() => {
    const address = server.address();
    return address === null ? undefined : `http://127.0.0.1:${(address as { port: number }).port}`;
  });
}

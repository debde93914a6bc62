import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A request as it was received, one character per byte. */
export interface ReceivedRequest {
  readonly line: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Listens on a free port of this machine, records each request, and responds with 204. */
export async function startRecorder(t: TestContext): Promise<{ port: number; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('data', (chunk: string) => {
      text += chunk;
      const request = readRequest(text);
      if (!request) return;
      received.push(request);
      text = '';
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received };
}

function readRequest(text: string): ReceivedRequest | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map(
    (other) => [other.slice(0, other.indexOf(':')), other.slice(other.indexOf(':') + 1).replace(/^ /, '')] as const,
  );
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
  const body = text.slice(end + 4);
  return body.length < length ? undefined : { line, headers, body };
}

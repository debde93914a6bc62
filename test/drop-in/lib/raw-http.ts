import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends bytes to a server and returns all bytes of its responses, once it ends the connection. */
export async function sendRaw(url: string, bytes: string, abortAfterMs?: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (abortAfterMs !== undefined) setTimeout(() => socket.destroy(), abortAfterMs);
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
    void writeParts(socket, bytes);
  });
}

async function writeParts(socket: Socket, bytes: string): Promise<void> {
  for (const part of bytes.split(PAUSE)) {
    socket.write(part, 'latin1');
    await sleep(20);
  }
}

const PAUSE = '\0';

/** Returns the bytes of a request, with a mark where {@link sendRaw} pauses. The last one of a connection closes it. */
export function requestText(request: RawRequest, last = true): string {
  const { method, path, headers = {}, body = '' } = request;
  const lines = Object.entries({ Host: 'shop.test', ...headers, ...(last ? { Connection: 'close' } : {}) });
  if (body !== '') lines.push(['Content-Length', String(body.length)]);
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${request.pause ? PAUSE : ''}${body}`;
}

/** A request with a body of ASCII characters. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sends the body later than the head. */
  readonly pause?: boolean;
}

/** Returns the token of each response. */
export function getTokens(text: string): readonly string[] {
  return [...text.matchAll(/^X-Debug-Token: ([0-9a-f]+)\r$/gim)].map(([, token]) => token!);
}

/** Returns the bytes without the lines that the recorder adds, and without the time. */
export function comparable(text: string): string {
  return text.replaceAll(/^X-Debug-Token(?:-Link)?: .*\r\n/gim, '').replaceAll(/^Date: .*$/gim, 'Date: –');
}

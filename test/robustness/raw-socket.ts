import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** The received bytes as latin1, and whether the server closed the connection. */
export interface RawResponse {
  readonly text: string;
  readonly closed: boolean;
}

/**
 * Sends raw bytes and collects the received ones until the server closes the connection or sends nothing for `quietMs` after
 * the last piece. Each piece is sent in a separate packet.
 */
export async function exchange(
  port: number,
  pieces: string | readonly string[],
  quietMs = 3_000,
): Promise<RawResponse> {
  const socket = await openConnection(port);
  let text = '';
  let closed = false;
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined = undefined;
  socket.on('data', (data) => {
    text += data.toString('latin1');
    timer?.refresh();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
    resolve();
  });
  for (const piece of [pieces].flat()) {
    if (socket.writable) socket.write(piece, 'latin1');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  timer = setTimeout(resolve, quietMs);
  await finished;
  clearTimeout(timer);
  socket.destroy();
  return { text, closed };
}

/** Opens a connection. */
export function openConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** Returns the status of every received response, including interim ones. */
export function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** Returns the problem document of the last response. */
export function problemIn(text: string): { type?: string; status?: number; detail?: string } {
  const position = text.lastIndexOf('\r\n\r\n');
  if (!/content-type: application\/problem\+json/i.test(text)) return {};
  return JSON.parse(text.slice(position + 4)) as { type?: string };
}

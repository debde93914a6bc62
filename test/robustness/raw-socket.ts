import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** What came back over a socket, byte for byte (as latin1), and whether the other side closed it. */
export interface Heard {
  readonly text: string;
  readonly closed: boolean;
}

/**
 * Sends bytes as they are and collects what comes back, until the other side closes or is quiet for `quietMs` after
 * everything was sent. Several pieces are sent one after the other, each as a packet of its own.
 */
export async function exchange(port: number, pieces: string | readonly string[], quietMs = 3_000): Promise<Heard> {
  const socket = await dial(port);
  let text = '';
  let closed = false;
  const { promise: heard, resolve } = Promise.withResolvers<void>();
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
  await heard;
  clearTimeout(timer);
  socket.destroy();
  return { text, closed };
}

/** A connection that is open. */
export function dial(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/** The status of every answer in what was heard, interim ones too. */
export function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** The problem document of the last answer. */
export function problemIn(text: string): { type?: string; status?: number; detail?: string } {
  const at = text.lastIndexOf('\r\n\r\n');
  if (!/content-type: application\/problem\+json/i.test(text)) return {};
  return JSON.parse(text.slice(at + 4)) as { type?: string };
}

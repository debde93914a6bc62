import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { requestText, sendRaw } from './raw-http.ts';
import type { RawRequest } from './raw-http.ts';

const CLIENTS = { keepAlive: 24, pipelining: 20, leaving: 10, leavingEarly: 20 };
const REQUESTS = { keepAlive: 25, pipelining: 12, leaving: 5, leavingEarly: 1 };

/**
 * Sends requests of many clients at once: some keep their connections, some send several requests before the first
 * response, and some leave before the response is complete. Each has an ID in its URL.
 *
 * @returns the IDs, when all clients are done
 */
export async function sendMarkedRequests(url: string): Promise<readonly string[]> {
  const sent: string[] = [];
  const ids = (count: number): readonly string[] => {
    const next = Array.from({ length: count }, (_, index) => String(10_001 + sent.length + index));
    sent.push(...next);
    return next;
  };
  await Promise.all([
    ...clients('keepAlive', async (count) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (const id of ids(count)) await send(url, id, agent);
      agent.destroy();
    }),
    ...clients('pipelining', (count) => sendRaw(url, ids(count).map(toText).join(''))),
    // The client leaves when the first response begins; the others have been received by then.
    ...clients('leaving', (count) => {
      const [first, ...others] = ids(count);
      const slow = requestText({ method: 'GET', path: `/slow?id=${first}` }, false);
      return sendRaw(url, slow + others.map(toText).join(''), 0);
    }),
    ...clients('leavingEarly', (count) => sendAndLeave(url, ids(count).map(toText).join(''))),
  ]);
  return sent;
}

function clients(kind: keyof typeof CLIENTS, send: (count: number) => Promise<unknown>): readonly Promise<unknown>[] {
  return Array.from({ length: CLIENTS[kind] }, () => send(REQUESTS[kind]));
}

/** Returns the request with an ID. One of four has a body. */
function markedRequest(id: string): RawRequest {
  if (Number(id) % 4 > 0) return { method: 'GET', path: `/mark?id=${id}` };
  const headers = { 'Content-Type': 'application/json' };
  return { method: 'POST', path: `/note?id=${id}`, headers, body: JSON.stringify({ id }) };
}

function toText(id: string, index: number, all: readonly string[]): string {
  return requestText(markedRequest(id), index === all.length - 1);
}

// `fetch` takes twice the processor time.
function send(url: string, id: string, agent: Agent): Promise<unknown> {
  const { path, method, headers = {}, body = '' } = markedRequest(id);
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent }, (response) =>
      response.resume().on('end', resolve).on('error', reject),
    );
    // On a busy machine, a server may close a connection because no request was received in time.
    const fail = (error: NodeJS.ErrnoException): void =>
      sent.reusedSocket && error.code === 'ECONNRESET' ? resolve(send(url, id, agent)) : reject(error);
    sent.on('error', fail).end(body);
  });
}

async function sendAndLeave(url: string, bytes: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes, () => socket.destroy());
  await once(socket, 'close');
}

/**
 * Sends requests at a steady rate over a few connections, and measures each response time from the moment when the request
 * was due: a server that pauses cannot hide it by receiving fewer requests. No request is sent early. All responses of a
 * server have the same length, so that they are counted by their bytes and not parsed.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface LoadTarget {
  readonly port: number;
  /** The path; a function returns another one for each request. */
  readonly path: string | (() => string);
  readonly body: string | (() => string);
}

export interface Paced {
  readonly responses: number;
  /** Response times in milliseconds, ascending. */
  readonly times: Float64Array;
}

/** @param perSecond requests per second; Infinity sends the next request after each response */
export async function paced(
  asked: LoadTarget,
  connections: number,
  perSecond: number,
  seconds: number,
): Promise<Paced> {
  const clients = await Promise.all(Array.from({ length: connections }, () => Client.open(asked)));
  await (perSecond === Infinity ? unpaced(clients, seconds) : steadily(clients, perSecond, seconds));
  for (const client of clients) client.close();
  const times = Float64Array.from(clients.flatMap(({ times }) => times)).sort();
  return { responses: times.length, times };
}

async function unpaced(clients: readonly Client[], seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) await client.request(performance.now());
    }),
  );
}

// Connections alternate. A timer may fire a millisecond late, so that the clock is polled.
async function steadily(clients: readonly Client[], perSecond: number, seconds: number): Promise<void> {
  const started = performance.now();
  let sent = 0;
  const last = clients.map(() => Promise.resolve());
  while (sent < perSecond * seconds)
    for (const [i, client] of clients.entries()) {
      const due = started + (sent++ * 1000) / perSecond;
      while (performance.now() < due) await new Promise(setImmediate);
      // A connection that waits for a response sends its next request immediately after it.
      last[i] = Promise.resolve(last[i]).then(() => client.request(due));
    }
  await Promise.all(last);
}

/** Returns the time in milliseconds within which this share of the responses was received. */
export function quantile({ times }: Paced, part: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? NaN;
}

/** A connection that sends one request after another. */
export class Client {
  readonly times: number[] = [];
  readonly #socket: Socket;
  readonly #request: () => Buffer;
  #length = 0;
  #received = 0;
  #closed = false;
  #answered: () => void = () => {};

  private constructor(socket: Socket, asked: LoadTarget) {
    this.#socket = socket;
    const always = requestOf(asked);
    const changes = typeof asked.path === 'function' || typeof asked.body === 'function';
    this.#request = changes ? () => requestOf(asked) : () => always;
    socket.on('data', (chunk) => this.#receive(chunk));
    // Otherwise the response would be awaited until the benchmark is aborted.
    socket.on('close', () => {
      if (!this.#closed) throw new Error(`The server at port ${asked.port} closed a connection`);
    });
  }

  static async open(asked: LoadTarget): Promise<Client> {
    const socket = connect({ host: '127.0.0.1', port: asked.port, noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const client = new Client(socket, asked);
    await client.#send();
    return client;
  }

  /** @param due when the request should have been sent */
  async request(due: number): Promise<void> {
    await this.#send();
    this.times.push(performance.now() - due);
  }

  close(): void {
    this.#closed = true;
    this.#socket.destroy();
  }

  #send(): Promise<void> {
    this.#received = 0;
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#socket.write(this.#request());
    });
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#length === 0) this.#length = lengthOf(chunk);
    if (this.#received >= this.#length) this.#answered();
  }
}

function requestOf({ path, body, port }: LoadTarget): Buffer {
  const target = typeof path === 'string' ? path : path();
  const text = typeof body === 'string' ? body : body();
  return Buffer.from(
    `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: oriel-bench\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

function lengthOf(head: Buffer): number {
  const text = head.toString('latin1');
  if (!/^HTTP\/1\.1 20[01]/.test(text)) throw new Error(`Unexpected response: ${text.slice(0, 200)}`);
  return text.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1]);
}

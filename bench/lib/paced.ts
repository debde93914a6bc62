/**
 * Asks at a steady pace over a few connections, and takes down how long each answer took from the moment it was due: a
 * server that pauses cannot hide it by being asked less. Nothing is asked before it is due, so that no wait counts for less
 * than it was. Answers of one server have one length, so they are counted by their bytes and not read.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface Asked {
  readonly port: number;
  /** What is asked for; a function makes each request another one. */
  readonly path: string | (() => string);
  readonly body: string | (() => string);
}

export interface Paced {
  readonly answers: number;
  /** Milliseconds, shortest first. */
  readonly times: Float64Array;
}

/** @param perSecond requests per second; Infinity asks as soon as the last answer is there */
export async function paced(asked: Asked, connections: number, perSecond: number, seconds: number): Promise<Paced> {
  const clients = await Promise.all(Array.from({ length: connections }, () => Client.open(asked)));
  await (perSecond === Infinity ? unpaced(clients, seconds) : steadily(clients, perSecond, seconds));
  for (const client of clients) client.close();
  const times = Float64Array.from(clients.flatMap(({ times }) => times)).sort();
  return { answers: times.length, times };
}

async function unpaced(clients: readonly Client[], seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) await client.ask(performance.now());
    }),
  );
}

// Connections take turns. A timer would come up to a millisecond late, so the clock is looked at all the time.
async function steadily(clients: readonly Client[], perSecond: number, seconds: number): Promise<void> {
  const began = performance.now();
  let asked = 0;
  const last = clients.map(() => Promise.resolve());
  while (asked < perSecond * seconds)
    for (const [i, client] of clients.entries()) {
      const due = began + (asked++ * 1000) / perSecond;
      while (performance.now() < due) await new Promise(setImmediate);
      // One that still waits for its answer asks as soon as it has it.
      last[i] = Promise.resolve(last[i]).then(() => client.ask(due));
    }
  await Promise.all(last);
}

/** The time within which a part of the answers came. */
export function quantile({ times }: Paced, part: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? NaN;
}

class Client {
  readonly times: number[] = [];
  readonly #socket: Socket;
  readonly #request: () => Buffer;
  #length = 0;
  #received = 0;
  #closed = false;
  #answered: () => void = () => {};

  private constructor(socket: Socket, asked: Asked) {
    this.#socket = socket;
    const always = requestOf(asked);
    const changes = typeof asked.path === 'function' || typeof asked.body === 'function';
    this.#request = changes ? () => requestOf(asked) : () => always;
    socket.on('data', (chunk) => this.#hear(chunk));
    // Without this its answer would be waited for until somebody loses patience.
    socket.on('close', () => {
      if (!this.#closed) throw new Error(`Whoever is asked at port ${asked.port} closed a connection`);
    });
  }

  static async open(asked: Asked): Promise<Client> {
    const socket = connect({ host: '127.0.0.1', port: asked.port, noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const client = new Client(socket, asked);
    await client.#send();
    return client;
  }

  /** @param due when it should have been asked */
  async ask(due: number): Promise<void> {
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

  #hear(chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#length === 0) this.#length = lengthOf(chunk);
    if (this.#received >= this.#length) this.#answered();
  }
}

function requestOf({ path, body, port }: Asked): Buffer {
  const target = typeof path === 'string' ? path : path();
  const text = typeof body === 'string' ? body : body();
  return Buffer.from(
    `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: oriel-bench\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

function lengthOf(head: Buffer): number {
  const text = head.toString('latin1');
  if (!/^HTTP\/1\.1 20[01]/.test(text)) throw new Error(`Not answered: ${text.slice(0, 200)}`);
  return text.indexOf('\r\n\r\n') + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1]);
}

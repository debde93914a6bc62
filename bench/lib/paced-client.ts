import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface LoadTarget {
  readonly port: number;
  /** The path; a function returns another one for each request. */
  readonly path: string | (() => string);
  readonly body: string | (() => string);
}

/**
 * A connection that sends one request after another. A server may close a connection between two requests (RFC 9112 §9.3.1), such as
 * after a pause of the machine that is longer than its keep-alive timeout. The client then connects again and prints a line.
 */
export class PacedClient {
  /** Response times in milliseconds. */
  readonly times: number[] = [];
  readonly #target: LoadTarget;
  readonly #request: () => Buffer;
  #socket: Socket | undefined;
  #waiting: Waiting | undefined;
  /** The length of all bodies of this server. */
  #bodyLength: number | undefined;
  /** The response so far, until its head is complete. */
  #head: Buffer = EMPTY;
  /** The number of bytes that are missing; undefined until the head is complete. */
  #missing: number | undefined;
  /** Requests that were sent on this connection. */
  #sent = 0;
  /** When the last response was received. */
  #last = 0;
  #closed = false;

  private constructor(target: LoadTarget) {
    const changes = typeof target.path === 'function' || typeof target.body === 'function';
    const always = changes ? undefined : getRequest(target);
    this.#target = target;
    this.#request = () => always ?? getRequest(target);
  }

  /** Connects, and sends a request that is not measured. */
  static async open(target: LoadTarget): Promise<PacedClient> {
    const client = new PacedClient(target);
    await client.#connect();
    await client.#send();
    return client;
  }

  /**
   * Sends a request.
   *
   * @param due when the request should have been sent
   * @throws {Error} if the response is not a success, or if the server does not accept connections any more
   */
  async request(due: number): Promise<void> {
    if (this.#socket === undefined) await this.#connect();
    await this.#send();
    this.times.push(performance.now() - due);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.destroy();
  }

  async #connect(): Promise<void> {
    const { port } = this.#target;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let cause: Error | undefined;
    socket.on('error', (error) => (cause = error));
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    this.#socket = socket;
    this.#sent = 0;
    this.#last = performance.now();
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('close', () => {
      if (!this.#closed) this.#reconnect(cause);
    });
  }

  #send(): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = this.#request();
      this.#waiting = { request, resolve, reject, isRepeated: false };
      this.#write(request);
    });
  }

  #write(request: Buffer): void {
    this.#head = EMPTY;
    this.#missing = undefined;
    this.#sent++;
    this.#socket!.write(request);
  }

  // The recorder adds headers while it does not pause, so that only bodies have the same length.
  #receive(chunk: Buffer): void {
    if (this.#missing === undefined) {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = this.#head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      if (this.#head[STATUS] !== SUCCESS)
        return this.#fail(new Error(`Unexpected response: ${this.#head.toString('latin1').slice(0, 200)}`));
      this.#bodyLength ??= getBodyLength(this.#head);
      this.#missing = end + END_OF_HEAD.length + this.#bodyLength - this.#head.length;
    } else this.#missing -= chunk.length;
    if (this.#missing > 0) return;
    this.#head = EMPTY;
    this.#missing = undefined;
    this.#last = performance.now();
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }

  #reconnect(cause: Error | undefined): void {
    const waiting = this.#waiting;
    const closed = this.#describe(cause);
    this.#socket = undefined;
    if (waiting === undefined) return void process.stderr.write(`${closed}; connecting again\n`);
    if (waiting.isRepeated || this.#head.length > 0) return this.#fail(new Error(closed));
    process.stderr.write(`${closed}; sending the request again\n`);
    waiting.isRepeated = true;
    this.#connect().then(
      () => this.#write(waiting.request),
      (error: unknown) => this.#fail(new Error(closed, { cause: error })),
    );
  }

  #describe(cause: Error | undefined): string {
    const idle = Math.round(performance.now() - this.#last);
    const received =
      this.#waiting === undefined
        ? 'between two requests'
        : this.#missing === undefined
          ? `after ${this.#head.length} bytes of a response`
          : `${this.#missing} bytes before the end of a response`;
    return `The server at port ${this.#target.port} closed a connection ${received}: ${cause?.message ?? 'end of stream'}, request ${this.#sent} of the connection, ${idle} ms after the last response`;
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.close();
    this.#waiting = undefined;
    waiting?.reject(error);
  }
}

interface Waiting {
  readonly request: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  isRepeated: boolean;
}

const EMPTY: Buffer = Buffer.alloc(0);
const END_OF_HEAD = Buffer.from('\r\n\r\n');
// The first digit of the status in `HTTP/1.1 200 OK`.
const STATUS = 9;
const SUCCESS = '2'.charCodeAt(0);

function getRequest({ path, body, port }: LoadTarget): Buffer {
  const target = typeof path === 'string' ? path : path();
  const text = typeof body === 'string' ? body : body();
  return Buffer.from(
    `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: oriel-bench\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

function getBodyLength(head: Buffer): number {
  const [, length] = /^content-length: (\d+)\r$/im.exec(head.toString('latin1')) ?? [];
  if (length === undefined) throw new Error('The response has no Content-Length');
  return Number(length);
}

import { connect } from 'node:net';
import type { Socket } from 'node:net';

/**
 * Sends prepared requests over connections that each have one request at a time, with as little work as possible: a client that
 * is slower than the server would let it wait for single requests.
 */
export class PreparedLoad {
  readonly #clients: readonly PreparedClient[];
  readonly #requests: readonly Buffer[];
  #sent = 0;

  /** @param requests the bytes of requests, whose responses have a `Content-Length` */
  constructor(port: number, requests: readonly Buffer[], connections = 64) {
    this.#requests = requests;
    this.#clients = Array.from({ length: connections }, () => new PreparedClient(port));
  }

  /**
   * Sends requests, from the first one again after the last one.
   * @throws {Error} if a connection fails
   */
  async send(count: number): Promise<void> {
    const end = this.#sent + count;
    const next = (): Buffer | undefined =>
      this.#sent < end ? this.#requests.at(this.#sent++ % this.#requests.length) : undefined;
    await Promise.all(this.#clients.map((client) => client.send(next)));
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }
}

class PreparedClient {
  readonly #socket: Socket;
  #next: () => Buffer | undefined = () => undefined;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};
  #head = '';
  #missing = 0;

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
      .on('data', (chunk) => this.#receive(chunk))
      .on('error', (error) => this.#reject(error));
  }

  send(next: () => Buffer | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#next = next;
      this.#resolve = resolve;
      this.#reject = reject;
      this.#send();
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(): void {
    const request = this.#next();
    if (request === undefined) this.#resolve();
    else this.#socket.write(request);
  }

  #receive(chunk: Buffer): void {
    if (this.#missing > 0) this.#missing -= chunk.length;
    else {
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      this.#missing = end + END_OF_HEAD.length + getLength(this.#head) - this.#head.length;
      this.#head = '';
    }
    if (this.#missing === 0) this.#send();
  }
}

const END_OF_HEAD = '\r\n\r\n';

function getLength(head: string): number {
  if (head.startsWith('HTTP/1.1 304')) return 0;
  const length = /\r\nContent-Length: (\d+)/i.exec(head)?.[1];
  return Number(length ?? NaN);
}

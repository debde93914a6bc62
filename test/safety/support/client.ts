import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response with its header lines in the order and case received. */
export interface ReceivedResponse {
  readonly status: number;
  /** In the order and case received. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly text: string;
  readonly get: (name: string) => string | undefined;
}

/** Options of a request. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** The local address of the connection. */
  readonly from?: string;
}

/** An HTTP client with persistent connections that sends the target unchanged. Host is `localhost` by default. */
export class Client {
  readonly port: number;
  readonly #address: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(port: number, address = '127.0.0.1') {
    this.port = port;
    this.#address = address;
  }

  async send(line: string, { headers = {}, body, from = '127.0.0.1' }: RequestOptions = {}): Promise<ReceivedResponse> {
    const space = line.indexOf(' ');
    const [method, path] = [line.slice(0, space), line.slice(space + 1)];
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request({
        ...{ host: this.#address, port: this.port, method, path, agent: this.#agent, localAddress: from },
        headers: { Host: `localhost:${this.port}`, ...length, ...headers } as Record<string, string>,
      });
      outgoing.on('response', resolve).on('error', reject).end(body);
    });
    const content = await buffer(message);
    const lines: [string, string][] = [];
    for (let i = 0; i < message.rawHeaders.length; i += 2)
      lines.push([message.rawHeaders[i]!, message.rawHeaders[i + 1]!]);
    const get = (name: string): string | undefined =>
      lines.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
    return { status: message.statusCode!, headers: lines, body: content, text: content.toString(), get };
  }

  close(): void {
    this.#agent.destroy();
  }
}

import { Agent, request } from 'node:http';

/** A response, or the reason why there is none. */
export interface Reply {
  /** 0 without a complete response. */
  readonly status: number;
  readonly text: string;
  readonly cookie: string | undefined;
  /** The token of its profile. */
  readonly token: string | undefined;
  /** The code of the error of the connection, or `timeout`. */
  readonly error: string | undefined;
  readonly started: number;
  readonly ended: number;
}

/** A request. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds until the client gives up. */
  readonly timeout?: number;
}

/** A client with connections of its own that are kept alive. Never throws: a lost connection is a reply with the status 0. */
export class FaultClient {
  readonly #agent = new Agent({ keepAlive: true });

  send(url: string, { method = 'GET', headers = {}, body, timeout = 30_000 }: Sent = {}): Promise<Reply> {
    const started = performance.now();
    return new Promise((resolve) => {
      const end = (part: Partial<Reply>): void =>
        resolve({
          ...{ status: 0, text: '', cookie: undefined, token: undefined, error: undefined },
          ...part,
          ...{ started, ended: performance.now() },
        });
      const outgoing = request(url, { method, headers, agent: this.#agent }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        incoming.on('error', (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }));
        incoming.on('end', () => {
          if (!incoming.complete) return end({ error: 'incomplete' });
          const cookie = incoming.headers['set-cookie']?.[0]?.split(';')[0];
          const token = incoming.headers['x-debug-token'] as string | undefined;
          end({ status: incoming.statusCode!, text, cookie, token });
        });
      });
      outgoing.setTimeout(timeout, () => outgoing.destroy(Object.assign(new Error('timeout'), { code: 'timeout' })));
      outgoing.on('error', (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }));
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

import { Agent, request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** A response, or why there is none. */
export interface Reply {
  /** 0 without a response. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Only a part of the body was read, because it is long or does not end. */
  readonly isPartial: boolean;
  readonly failure?: { readonly check: 'timeout' | 'framing'; readonly message: string };
}

/** Sends requests to one origin. */
export class Sender {
  readonly origin: URL;
  readonly #agent: Agent;
  sent = 0;

  constructor(origin: URL) {
    this.origin = origin;
    const options = { keepAlive: true, maxSockets: 1 };
    this.#agent = origin.protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  /** Sends a request. `timeoutMs` limits the time until the end of the response. */
  async send(request: SentRequest, timeoutMs: number): Promise<Reply> {
    const reply = await this.#sendOnce(request, timeoutMs);
    // The server may close an idle connection at any time.
    return reply === 'closed' ? (this.#sendOnce(request, timeoutMs, false) as Promise<Reply>) : reply;
  }

  #sendOnce(
    { method, target, headers, body }: SentRequest,
    timeoutMs: number,
    reuse = true,
  ): Promise<Reply | 'closed'> {
    this.sent++;
    const { protocol, hostname, port, host } = this.origin;
    return new Promise((resolve) => {
      const sent = (protocol === 'https:' ? requestHttps : requestHttp)({
        hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
        port,
        method,
        path: target,
        agent: reuse && this.#agent,
        headers: [
          ['Host', host],
          ...headers,
          ...(body || /^(?:POST|PUT|PATCH)$/.test(method) ? [['Content-Length', String(body?.length ?? 0)]] : []),
        ].flat(),
      });
      const timer = setTimeout(() => {
        fail('timeout', `the response was not complete after ${timeoutMs} ms`);
        sent.destroy();
      }, timeoutMs);
      const fail = (check: 'timeout' | 'framing', message: string): void => {
        clearTimeout(timer);
        resolve({
          status: 0,
          headers: new Headers(),
          body: Buffer.alloc(0),
          isPartial: true,
          failure: { check, message },
        });
      };
      sent.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        if (sent.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(error.code ?? '')) resolve('closed');
        else fail('framing', `the response cannot be read: ${error.message}`);
      });
      sent.on('response', (response) => {
        read(
          response,
          (body, isPartial) => {
            clearTimeout(timer);
            resolve({ status: response.statusCode!, headers: headersOf(response), body, isPartial });
            if (isPartial) sent.destroy();
          },
          (message) => fail('framing', message),
        );
      });
      sent.end(body);
    });
  }
}

const MAX_BYTES = 5_000_000;

function read(
  response: IncomingMessage,
  done: (body: Buffer, isPartial: boolean) => void,
  fail: (message: string) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // A stream of events does not end.
  if (response.headers['content-type']?.startsWith('text/event-stream')) return done(Buffer.alloc(0), true);
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) done(Buffer.concat(chunks), true);
  });
  response.on('end', () => done(Buffer.concat(chunks), false));
  response.on('error', (error) => fail(`the response ended early: ${error.message}`));
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  return headers;
}

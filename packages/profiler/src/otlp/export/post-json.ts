import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { clearTimeout, Date, setTimeout } from 'oriel-core/builtins';

/** Where batches of one signal are sent. */
export interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds until the last byte of the response. */
  readonly timeoutMs: number;
}

/** What a collector answered. */
export type Answer =
  /** It has the batch. `body` is the start of the response. */
  | { readonly outcome: 'accepted'; readonly body: string }
  /** It can have the batch later, at the earliest after some milliseconds. */
  | { readonly outcome: 'retry'; readonly reason: string; readonly afterMs: number | undefined }
  /** It does not accept the batch. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** Sends JSON over connections that are kept open, and that do not keep the process running. Never rejects. */
export class JsonPoster {
  readonly #endpoint: Endpoint;
  #transport: Promise<Transport> | undefined;
  #agent: Agent | undefined;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  /** @param body is read until the promise resolves */
  async post(body: Uint8Array): Promise<Answer> {
    try {
      return await this.#send(await (this.#transport ??= this.#load()), body);
    } catch (error) {
      return { outcome: 'retry', reason: describe(error), afterMs: undefined };
    }
  }

  close(): void {
    this.#agent?.destroy();
  }

  // Processes that export nothing load no client.
  async #load(): Promise<Transport> {
    const isSecure = this.#endpoint.url.protocol === 'https:';
    const transport = isSecure ? await import('node:https') : await import('node:http');
    this.#agent = new transport.Agent({ keepAlive: true, maxSockets: 1 });
    return transport;
  }

  #send(transport: Transport, body: Uint8Array): Promise<Answer> {
    const { url, headers, timeoutMs } = this.#endpoint;
    return new Promise((resolve, reject) => {
      const request = transport.request(url, {
        method: 'POST',
        agent: this.#agent!,
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) },
      });
      // Also ends a response that is not complete in time.
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs).unref();
      request.once('socket', (socket) => socket.unref());
      request.once('response', (response) => {
        const answer = readAnswer(response).finally(() => {
          // An answer to a part of the body. The rest must not be sent from memory that is used again.
          if (!request.writableFinished) request.destroy();
        });
        resolve(answer);
      });
      request.once('error', reject);
      request.once('close', () => {
        clearTimeout(timer);
        reject(new Error('the connection was closed'));
      });
      request.end(body);
    });
  }
}

interface Transport {
  readonly Agent: new (options: object) => Agent;
  request(url: URL, options: object): ClientRequest;
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const status = response.statusCode ?? 0;
  let body = '';
  response.setEncoding('utf8');
  for await (const text of response) {
    body += text as string;
    if (body.length > MAX_ANSWER) break;
  }
  if (status >= 200 && status < 300) return { outcome: 'accepted', body: body.slice(0, MAX_ANSWER) };
  const reason = `status ${status}`;
  if (!RETRYABLE.has(status)) return { outcome: 'refused', reason };
  return { outcome: 'retry', reason, afterMs: parseRetryAfter(response.headers['retry-after']) };
}

/** Returns the milliseconds of a `Retry-After` header: seconds or a date (RFC 9110, §10.2.3); undefined if it is invalid. */
export function parseRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), MAX_WAIT) : undefined;
}

// A refused connection to a name with two addresses is an AggregateError without a message.
function describe(error: unknown): string {
  const { message = '', code } = error as { message?: string; code?: string };
  return message || code || 'no connection';
}

// OTLP 1.x, section "Failures".
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const MAX_ANSWER = 64 * 1024;
const MAX_WAIT = 300_000;

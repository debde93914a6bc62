import { Agent, request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isLoopbackName } from '../http/authority.ts';

/** A request as it is sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly target: string;
  /** All header lines in their order. Requests with a body need `Content-Length`, those without it and `Connection` get what Node.js adds. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** A response, or what arrived of it before the failure. */
export interface ReceivedResponse {
  /** 0 without a response. */
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Only a part of the body was read, because it is long or does not end. */
  readonly isPartial: boolean;
  readonly failure?: SendFailure;
}

/** Why there is no complete response. */
export interface SendFailure {
  readonly kind: 'timeout' | 'aborted' | 'connection';
  readonly message: string;
}

/** Limits of one request. */
export interface SendLimits {
  /** Milliseconds until the end of the response. */
  readonly timeoutMs: number;
  /** The number of bytes of a response body after which the rest is not read. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/**
 * Sends requests to one origin, and follows no redirects. The names of this machine (`localhost`) are connected to at its loopback
 * addresses, whatever a resolver returns for them, and may have a self-signed certificate.
 */
export class RequestSender {
  readonly origin: URL;
  readonly #agent: Agent;
  readonly #isLocal: boolean;

  /** @param keepAlive whether requests use one connection after the other; a request is then sent again if the server has closed it */
  constructor(origin: URL, { keepAlive = false }: { readonly keepAlive?: boolean } = {}) {
    this.origin = origin;
    this.#isLocal = isLoopbackName(origin.hostname);
    // Without an agent of its own, Node.js may use the proxy of the environment.
    const options = { keepAlive, maxSockets: 1 };
    this.#agent = origin.protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  /** Sends a request. Never rejects: a request that cannot be sent has a failure. */
  async send(request: OutgoingRequest, limits: SendLimits): Promise<ReceivedResponse> {
    const response = await this.#sendOnce(request, limits, this.#agent);
    if (response !== 'closed') return response;
    // The server may close an idle connection at any time.
    return this.#sendOnce(request, limits, false) as Promise<ReceivedResponse>;
  }

  #sendOnce(
    request: OutgoingRequest,
    { timeoutMs, maxBytes = MAX_BYTES, signal }: SendLimits,
    agent: Agent | false,
  ): Promise<ReceivedResponse | 'closed'> {
    return new Promise((resolve) => {
      const result = new PartialResponse(maxBytes);
      let sent: ClientRequest | undefined;
      const finish = (response: ReceivedResponse | 'closed'): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        resolve(response);
        if (response === 'closed' || response.isPartial) sent?.destroy();
      };
      const fail = (kind: SendFailure['kind'], message: string): void => finish(result.fail(kind, message));
      const abort = (): void => fail('aborted', 'the request was aborted');
      const timer = setTimeout(() => fail('timeout', `the response was not complete after ${timeoutMs} ms`), timeoutMs);
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
      try {
        sent = this.#open(request, agent);
      } catch (error) {
        return fail('connection', `the request cannot be sent: ${(error as Error).message}`);
      }
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const isClosed = sent.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(error.code ?? '');
        if (isClosed && !result.hasStarted) finish('closed');
        else fail('connection', describeError(error));
      });
      sent.on('response', (response) => result.read(response, finish));
      sent.on('upgrade', (response, socket) => {
        socket.destroy();
        result.start(response);
        finish(result.end(true));
      });
      sent.end(request.body);
    });
  }

  #open({ method, target, headers }: OutgoingRequest, agent: Agent | false): ClientRequest {
    const { protocol, hostname, port } = this.origin;
    const local = { lookup: lookUpLoopback, rejectUnauthorized: false };
    return (protocol === 'https:' ? requestHttps : requestHttp)({
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      method,
      path: target,
      agent,
      headers: headers.flat(),
      ...(this.#isLocal ? local : {}),
    });
  }
}

const MAX_BYTES = 5_000_000;

/** The response as far as it has arrived. */
class PartialResponse {
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: ReceivedResponse['headers'] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get hasStarted(): boolean {
    return this.#status !== 0;
  }

  start({ statusCode, rawHeaders }: IncomingMessage): void {
    this.#status = statusCode!;
    this.#headers = Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
      rawHeaders[index * 2]!,
      rawHeaders[index * 2 + 1]!,
    ]);
  }

  read(response: IncomingMessage, finish: (response: ReceivedResponse) => void): void {
    this.start(response);
    // A stream of events does not end.
    if (response.headers['content-type']?.startsWith('text/event-stream')) return finish(this.end(true));
    response.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      if (this.#bytes > this.#maxBytes) finish(this.end(true));
    });
    response.on('end', () => finish(this.end(false)));
    response.on('error', (error) =>
      finish(this.fail('connection', `the response ended early: ${describeError(error)}`)),
    );
  }

  end(isPartial: boolean): ReceivedResponse {
    const body = Buffer.concat(this.#chunks).subarray(0, this.#maxBytes);
    return { status: this.#status, headers: this.#headers, body, isPartial };
  }

  fail(kind: SendFailure['kind'], message: string): ReceivedResponse {
    return { ...this.end(true), failure: { kind, message } };
  }
}

// All addresses refused the connection: the message of an AggregateError is empty.
function describeError(error: NodeJS.ErrnoException): string {
  // Node.js tries several addresses.
  const first: NodeJS.ErrnoException = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const what = first.syscall === 'connect' ? 'the connection failed' : 'the response cannot be read';
  return `${what}: ${first.message}`;
}

/** Resolves every name to the loopback addresses, in place of a resolver that may return others. */
const lookUpLoopback: LookupFunction = (_name, { all }, callback) => {
  if (all === true) callback(null, LOOPBACK);
  else callback(null, LOOPBACK[0]!.address, LOOPBACK[0]!.family);
};

const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

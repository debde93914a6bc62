import { RequestSender } from 'oriel-core/client';
import type { OutgoingRequest } from 'oriel-core/client';

/** A request without the headers of framing and connection, which {@link Sender} adds. */
export type SentRequest = OutgoingRequest;

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
  readonly #sender: RequestSender;
  sent = 0;

  constructor(origin: URL) {
    this.#sender = new RequestSender(origin, { keepAlive: true });
  }

  get origin(): URL {
    return this.#sender.origin;
  }

  /** Closes idle connections. */
  close(): void {
    this.#sender.close();
  }

  /** Sends a request. `timeoutMs` limits the time until the end of the response. */
  async send(request: SentRequest, timeoutMs: number): Promise<Reply> {
    this.sent++;
    const { method, body } = request;
    const hasLength = body !== undefined || /^(?:POST|PUT|PATCH)$/.test(method);
    const headers = [
      ['Host', this.origin.host] as const,
      ...request.headers,
      ...(hasLength ? [['Content-Length', String(body?.length ?? 0)] as const] : []),
    ];
    const { failure, ...response } = await this.#sender.send({ ...request, headers }, { timeoutMs });
    if (failure === undefined) return { ...response, headers: new Headers(toPairs(response.headers)) };
    const check = failure.kind === 'timeout' ? 'timeout' : 'framing';
    return { ...NO_RESPONSE, headers: new Headers(), failure: { check, message: failure.message } };
  }
}

const NO_RESPONSE = { status: 0, body: Buffer.alloc(0), isPartial: true };

function toPairs(lines: readonly (readonly [name: string, value: string])[]): [string, string][] {
  return lines.map(([name, value]) => [name, value]);
}

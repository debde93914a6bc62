import type { Subscriber } from '../events/subscriber.ts';
import type { ResponseEvent } from '../kernel/events.ts';

/**
 * Forbids browsers to guess another media type than `Content-Type`, and echoes the request id, so that a client can quote it
 * and an operator find it.
 */
export class HeadersListener implements Subscriber {
  readonly name = 'HeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };
  readonly #requestId: boolean;

  /** @param requestId whether the request id is sent */
  constructor(requestId: boolean) {
    this.#requestId = requestId;
  }

  onResponse({ context, response }: ResponseEvent): void {
    if (context.parent !== undefined) return;
    const { headers } = response;
    if (!headers.has('X-Content-Type-Options')) headers.list.push('X-Content-Type-Options', 'nosniff');
    // The id was made here or has passed a pattern, so its characters need no second look.
    if (this.#requestId) headers.put('X-Request-Id', context.id);
  }
}

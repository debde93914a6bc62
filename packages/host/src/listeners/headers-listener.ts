import type { Subscriber } from '../events/subscriber.ts';
import type { ResponseEvent } from '../kernel/events.ts';

/**
 * Prevents browsers from guessing another media type than `Content-Type`, and sends the request id, so that a client can
 * report it and an operator can find the request.
 */
export class HeadersListener implements Subscriber {
  readonly name = 'HeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };
  onResponse({ context, response }: ResponseEvent): void {
    if (context.parent !== undefined) return;
    const { headers } = response;
    if (!headers.has('X-Content-Type-Options')) headers.list.push('X-Content-Type-Options', 'nosniff');
    // The id was generated or has matched a pattern, so its characters need no further check.
    headers.put('X-Request-Id', context.id);
  }
}

import type { Subscriber } from '../events/index.ts';
import type { ResponseEvent } from '../kernel/index.ts';

/** Echoes the request id, so that a client can quote it and an operator find it. */
export class HeadersListener implements Subscriber {
  readonly name = 'HeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };

  onResponse({ context, response }: ResponseEvent): void {
    if (context.parent !== undefined) return;
    const { headers } = response;
    // The id was made here or has passed a pattern, so its characters need no second look.
    headers.put('X-Request-Id', context.id);
  }
}

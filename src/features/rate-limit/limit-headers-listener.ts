import type { Subscriber } from '../../core/events/subscriber.ts';
import type { ResponseEvent } from '../../core/kernel/events.ts';
import { countedOf } from './counted.ts';
import { limitField, policyField } from './limit-headers.ts';

/** Tells clients how much is left, on every answer to a request that was counted. */
export class LimitHeadersListener implements Subscriber {
  readonly name = 'LimitHeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };

  onResponse({ context, response }: ResponseEvent): void {
    // How often passwords were tried is told to nobody who tries.
    const counted = countedOf(context)?.filter(({ by }) => by !== 'login');
    if (counted === undefined || counted.length === 0) return;
    response.headers.set('RateLimit-Policy', policyField(counted));
    const left = limitField(counted);
    if (left !== '') response.headers.set('RateLimit', left);
  }
}

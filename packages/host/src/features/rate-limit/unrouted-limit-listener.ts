import type { Subscriber } from '../../events/subscriber.ts';
import type { ExceptionEvent } from '../../kernel/events.ts';
import { keepCounted } from './counted.ts';
import { getRule, tooMany } from './limiter.ts';
import type { LimitRule } from './rate-limit.ts';
import type { Limiter } from './limiter.ts';
import { PREFLIGHT } from '../../http/cors-headers.ts';
import { countRequest } from './count-request.ts';

/**
 * Counts requests without a matching route for the limits by address that apply to all routes, so that clients that
 * probe paths are limited as well.
 */
export class UnroutedLimitListener implements Subscriber {
  readonly name = 'UnroutedLimitListener';
  readonly on = { 'kernel.exception': (event: ExceptionEvent) => this.onException(event) };
  readonly #limiter: Limiter;
  readonly #rules: readonly (readonly LimitRule[])[];

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
    this.#rules = limiter.limits
      .filter(({ routes, by = 'address' }) => routes === undefined && by === 'address')
      .map((limit) => [getRule(limit)]);
  }

  readonly appliesTo = (): boolean => false;

  onException(event: ExceptionEvent): void | PromiseLike<void> {
    const { context } = event;
    if (context.parent !== undefined) return;
    // Rejected preflight requests are not counted either.
    if (context.attributeCount > 0 && context.attributes.has(PREFLIGHT)) return;
    const refuse = (refusal: Error): void => {
      event.error = refusal;
      context.error = refusal;
    };
    if (!context.concealed) return countRequest(this.#limiter, this.#rules, 'address', context, refuse);
    // A hidden route was counted when it matched. Only limits of requests without a route may be visible.
    const counted = keepCounted(context, this.#rules.flat());
    const full = counted.find(({ taken }) => taken?.allowed === false);
    if (full !== undefined) return refuse(tooMany(full.taken!));
    const rest = this.#rules.filter(([first]) => !counted.some(({ rule }) => rule.name === first!.name));
    return countRequest(this.#limiter, rest, 'address', context, refuse);
  }
}

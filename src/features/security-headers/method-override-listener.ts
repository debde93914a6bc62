import type { Subscriber } from '../../core/events/subscriber.ts';
import { BadRequestError } from '../../core/http/errors.ts';
import { withoutStack } from '../../core/http/without-stack.ts';
import type { RequestEvent } from '../../core/kernel/events.ts';

/**
 * Takes the method of a POST from a header, for clients behind something that lets no other method through. Before
 * anybody looks at the method: who may do what is asked about the one that counts.
 */
export class MethodOverrideListener implements Subscriber {
  readonly name = 'MethodOverrideListener';
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #header: string;

  /** @param header its name in small letters */
  constructor(header: string) {
    this.#header = header;
  }

  onRequest(event: RequestEvent): void {
    const { context } = event;
    // Whatever else came with this header stays what it is: a GET must not change anything, whoever asks.
    if (context.method !== 'POST' || context.parent !== undefined) return;
    const wanted = context.headers.get(this.#header);
    if (wanted === undefined || wanted === 'POST') return;
    if (!METHODS.has(wanted)) return event.fail(this.#refusal(wanted));
    context.method = wanted;
    if (context.trace.recording)
      context.trace.decide(
        'method',
        wanted,
        `it came as POST with ${this.#header}: ${wanted}, which this host follows`,
      );
  }

  #refusal(wanted: string): BadRequestError {
    const shown = JSON.stringify(wanted.slice(0, 80));
    const options = { type: '/problems/method-override', code: 'ORIEL_METHOD_OVERRIDE' };
    return withoutStack(
      () => new BadRequestError(`${this.#header} is ${shown}; a POST can stand for PUT, PATCH or DELETE`, options),
    );
  }
}

// Those that change something, as POST does: one that only reads would get by whoever guards changes.
const METHODS: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

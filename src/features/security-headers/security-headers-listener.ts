import type { Subscriber } from '../../core/events/subscriber.ts';
import type { ResponseEvent } from '../../core/kernel/events.ts';

/** Tells browsers what not to do with answers. What a handler or an operation says itself stays. */
export class SecurityHeadersListener implements Subscriber {
  readonly name = 'SecurityHeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };
  readonly #always: readonly string[];
  readonly #onPages: readonly string[];
  readonly #onHttps: readonly string[];

  /** Each a list of names and values in turn. */
  constructor(always: readonly string[], onPages: readonly string[], onHttps: readonly string[]) {
    this.#always = always;
    this.#onPages = onPages;
    this.#onHttps = onHttps;
  }

  onResponse({ context, response: { headers } }: ResponseEvent): void {
    if (context.parent !== undefined) return;
    addMissing(headers, this.#always);
    if (this.#onPages.length > 0 && headers.get('Content-Type')?.startsWith('text/html') === true)
      addMissing(headers, this.#onPages);
    // Said over http it would mean nothing (RFC 6797 §7.2).
    if (context.scheme === 'https') addMissing(headers, this.#onHttps);
  }
}

function addMissing(headers: ResponseEvent['response']['headers'], wanted: readonly string[]): void {
  for (let i = 0; i < wanted.length; i += 2)
    if (!headers.has(wanted[i]!)) headers.list.push(wanted[i]!, wanted[i + 1]!);
}

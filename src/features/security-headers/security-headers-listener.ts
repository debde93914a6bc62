import type { Subscriber } from '../../core/events/subscriber.ts';
import type { ResponseEvent } from '../../core/kernel/events.ts';

/** Adds security headers to responses. Headers that a handler or an operation has set are kept. */
export class SecurityHeadersListener implements Subscriber {
  readonly name = 'SecurityHeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };
  readonly #always: readonly string[];
  readonly #onPages: readonly string[];
  readonly #onHttps: readonly string[];

  /** Each parameter is a list of header names and values in turn. */
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
    // Browsers ignore it over http (RFC 6797 §7.2).
    if (context.scheme === 'https') addMissing(headers, this.#onHttps);
  }
}

function addMissing(headers: ResponseEvent['response']['headers'], wanted: readonly string[]): void {
  for (let i = 0; i < wanted.length; i += 2)
    if (!headers.has(wanted[i]!)) headers.list.push(wanted[i]!, wanted[i + 1]!);
}

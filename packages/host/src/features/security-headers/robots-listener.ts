import type { Subscriber } from '../../events/subscriber.ts';
import type { ResponseEvent } from '../../kernel/events.ts';

/** Adds `X-Robots-Tag` to responses that do not have it. */
export class RobotsListener implements Subscriber {
  readonly name = 'RobotsListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };
  readonly #tag: string;

  /** @param tag the value of the header, such as `noindex` */
  constructor(tag: string) {
    this.#tag = tag;
  }

  onResponse({ context, response: { headers } }: ResponseEvent): void {
    if (context.parent === undefined && !headers.has(HEADER)) headers.list.push(HEADER, this.#tag);
  }
}

const HEADER = 'X-Robots-Tag';

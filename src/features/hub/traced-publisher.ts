import type { HttpContext } from '../../core/http/context.ts';
import { tracedPublish } from './traced-publish.ts';
import type { HubPublisher, Published } from './publisher.ts';
import type { TokenWish } from './hub-token.ts';
import type { UpdateInput } from './update.ts';
import type { UpdateQueue } from './update-queue.ts';

/** A hub whose updates, published by the application, stand on the timeline of the request that published them. */
export class TracedPublisher implements HubPublisher {
  readonly #hub: HubPublisher;

  readonly #queue: UpdateQueue;

  /** @param queue where updates of resources wait, which is told of among the metrics */
  constructor(hub: HubPublisher, queue: UpdateQueue) {
    this.#hub = hub;
    this.#queue = queue;
  }

  publish(update: UpdateInput): Published | Promise<Published> {
    return tracedPublish(update, 'the application published it', () => this.#hub.publish(update));
  }

  urlFor(context: HttpContext): string {
    return this.#hub.urlFor(context);
  }

  get lastEventId(): string | undefined {
    return this.#hub.lastEventId;
  }

  get metrics(): Readonly<Record<string, number>> {
    return { ...this.#hub.metrics, ...this.#queue.metrics };
  }

  issueToken(wish: TokenWish, context: HttpContext): string {
    return this.#hub.issueToken(wish, context);
  }

  cookiesFor(wish: TokenWish, context: HttpContext): readonly string[] {
    return this.#hub.cookiesFor(wish, context);
  }
}

import type { HttpContext } from '../http/index.ts';
import { isPromise, messageOf } from '../http/index.ts';
import type { HubPublisher, Published, TokenWish, UpdateInput, UpdateQueue } from '../hub/index.ts';
import { currentScope } from '../trace/index.ts';

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
    const { trace, span: parent } = currentScope();
    if (!trace.recording) return this.#hub.publish(update);
    const topics = [update.topics].flat();
    const bytes = Buffer.byteLength(update.data ?? '');
    const details = { topics, private: update.private === true, bytes, because: 'the application published it' };
    const span = trace.begin('hub', `publish ${topics[0]}`, parent, details);
    const succeeded = (published: Published): Published => {
      trace.end(span, { ...published });
      return published;
    };
    const failed = (error: unknown): never => {
      trace.end(span, undefined, messageOf(error));
      throw error;
    };
    try {
      const published = this.#hub.publish(update);
      return isPromise(published) ? published.then(succeeded, failed) : succeeded(published);
    } catch (error) {
      return failed(error);
    }
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

import { isPromise, getMessage } from 'oriel-core/http';
import { readableError, currentScope } from 'oriel-core/trace';
import type { HttpContext } from 'oriel-core/http';
import type { HubPublisher, Published } from './publisher.ts';
import type { TokenWish } from './hub-tokens.ts';
import type { UpdateInput } from './update.ts';
import type { UpdateQueue } from './update-queue.ts';

/** Adds a span to the trace of the current request for each update that the application publishes. */
export class TracedPublisher implements HubPublisher {
  readonly #hub: HubPublisher;

  readonly #queue: UpdateQueue;

  /** @param queue the queue of live resources, whose metrics are added */
  constructor(hub: HubPublisher, queue: UpdateQueue) {
    this.#hub = hub;
    this.#queue = queue;
  }

  publish(update: UpdateInput): Published | Promise<Published> {
    return tracePublish(update, 'published by the application', () => this.#hub.publish(update));
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

/** Publishes an update in a span of the current request. @param because the reason that the profiler shows */
export function tracePublish(
  update: Pick<UpdateInput, 'topics' | 'data' | 'private'>,
  because: string,
  publish: () => Published | Promise<Published>,
): Published | Promise<Published> {
  const { trace, span: parent } = currentScope();
  if (!trace.recording) return publish();
  const topics = [update.topics].flat();
  const bytes = Buffer.byteLength(update.data ?? '');
  const details = { topics, private: update.private === true, bytes, because };
  const span = trace.begin('hub', `publish ${topics[0]}`, parent, details);
  const succeeded = (published: Published): Published => {
    trace.end(span, { ...published });
    return published;
  };
  const failed = (error: unknown): never => {
    trace.end(span, undefined, getMessage(readableError(error)));
    throw error;
  };
  try {
    const published = publish();
    return isPromise(published) ? published.then(succeeded, failed) : succeeded(published);
  } catch (error) {
    return failed(error);
  }
}

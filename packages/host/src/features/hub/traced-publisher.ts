import { isPromise, getMessage } from 'oriel-core/http';
import { readableError, currentScope } from 'oriel-core/trace';
import type { HubPublisher, Published } from './publisher.ts';
import type { UpdateInput } from './update.ts';
import type { UpdateQueue } from './update-queue.ts';

/**
 * Adds a span to the trace of the current request for each update that the application publishes.
 *
 * @param queue the queue of live resources, whose metrics are added
 */
export function createTracedPublisher(hub: HubPublisher, queue: UpdateQueue): HubPublisher {
  return {
    publish: (update) => tracePublish(update, 'published by the application', () => hub.publish(update)),
    urlFor: (context) => hub.urlFor(context),
    issueToken: (wish, context) => hub.issueToken(wish, context),
    cookiesFor: (wish, context) => hub.cookiesFor(wish, context),
    get lastEventId() {
      return hub.lastEventId;
    },
    get metrics() {
      return { ...hub.metrics, ...queue.metrics };
    },
  };
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

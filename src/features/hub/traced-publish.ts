import { isPromise } from '../../core/http/promises.ts';
import { messageOf } from '../../core/http/problem.ts';
import { currentScope } from '../../core/trace/current.ts';
import type { Published } from './publisher.ts';
import type { UpdateInput } from './update.ts';

/** Publishes, and puts that on the timeline of the request it is done for, with all that the panel of the hub tells. */
export function tracedPublish(
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
    trace.end(span, undefined, messageOf(error));
    throw error;
  };
  try {
    const published = publish();
    return isPromise(published) ? published.then(succeeded, failed) : succeeded(published);
  } catch (error) {
    return failed(error);
  }
}

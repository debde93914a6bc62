import { computeTopics } from './update-topics.ts';
import type { TopicGrants } from './update-topics.ts';
import type { ItemChange } from '../resources/model/resource-model.ts';
import { getMessage } from 'oriel-core/http';
import { readableError, currentScope } from 'oriel-core/trace';
import type { SendResult, UpdateQueue } from '../hub/update-queue.ts';
import type { UpdateInput } from '../hub/update.ts';
import type { RequestContext } from '../../kernel/events.ts';
import { topicGrantsFor } from './live-resource.ts';
import type { LiveResource } from './live-resource.ts';

/**
 * Returns a function that publishes changes of items in the background. A failure is reported, and does not fail the request that
 * made the change.
 */
export function createLivePublisher(
  queue: UpdateQueue,
  onFailure: (error: unknown, context: RequestContext) => void,
): (live: LiveResource, change: ItemChange) => void {
  return (live, change) => {
    const context = change.call.context as RequestContext;
    try {
      const update = getUpdate(live, change);
      const end = context.trace.recording ? traced(live, change, update) : undefined;
      queue.send(update, (sent) => {
        end?.(sent);
        if ('error' in sent) onFailure(sent.error, context);
      });
    } catch (error) {
      onFailure(error, context);
    }
  };
}

function getUpdate(live: LiveResource, change: ItemChange): UpdateInput {
  const { item, call } = change;
  const more = live.topics?.(item as never) ?? [];
  const topics = [...new Set([...computeTopics(live.resource, item, call), ...[more].flat()])];
  return { topics, data: live.state.text(change), private: live.private };
}

// Adds a span to the trace, with the details that the hub panel shows.
function traced(live: LiveResource, { kind, call }: ItemChange, update: UpdateInput): (sent: SendResult) => void {
  const { trace } = call.context as RequestContext;
  const details = {
    topics: update.topics,
    private: update.private,
    bytes: Buffer.byteLength(update.data!),
    because: `${call.operation.name} ${kind} it; ${live.because}`,
  };
  const span = trace.begin('hub', `publish ${update.topics[0]}`, currentScope().span, details);
  if (live.private && live.topics === undefined) {
    // A rule that fails for the writer may still work for readers.
    const noteUnsupported = ({ isUnsupported, because }: TopicGrants): void => {
      if (isUnsupported) trace.decide('hub unreachable', update.topics[0]!, because);
    };
    topicGrantsFor(live, call).then(noteUnsupported, () => {});
  }
  return (sent) => {
    if ('error' in sent) trace.end(span, undefined, getMessage(readableError(sent.error)));
    else trace.end(span, { ...sent.published });
  };
}

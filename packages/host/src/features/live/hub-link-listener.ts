import type { HttpContext } from 'oriel-core/http';
import { OperationCall } from '../resources/model/operation-call.ts';
import { getOperation } from '../resources/model/operation.ts';
import type { Subscriber } from '../../events/subscriber.ts';
import { formatLink } from '../../http/headers/link.ts';
import type { HubPublisher } from '../hub/publisher.ts';
import type { RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import type { LiveResource } from './live-resource.ts';

/**
 * Adds a link to the hub to responses of live resources: `Link: <…>; rel="mercure"`, with the id of the last update before the
 * resource was read, so that a subscriber that starts there misses no update.
 */
export function createHubLinkListener(hub: HubPublisher, live: ReadonlyMap<string, LiveResource>): Subscriber {
  // The id of the last update before each request was answered.
  const lastUpdates = new WeakMap<HttpContext, string | undefined>();
  return {
    name: 'HubLinkListener',
    appliesTo: (route) => live.has(getOperation(route)?.resource.name ?? ''),
    on: {
      'kernel.request'({ context }: RequestEvent) {
        lastUpdates.set(context, hub.lastEventId);
      },
      'kernel.response'({ context, response }: ResponseEvent) {
        const call = context.operation;
        if (!(call instanceof OperationCall) || response.status === 304) return;
        const url = hub.urlFor(context);
        const { headers } = response;
        const before = headers.get('Link');
        const { name } = call.operation.resource;
        const { state, because } = live.get(name)!;
        const link =
          formatLink({ href: url, rel: 'mercure' }) +
          lastEvent(lastUpdates.get(context)) +
          contentType(state.type, headers.get('Content-Type'));
        if (before === undefined) headers.list.push('Link', link);
        else headers.set('Link', `${before}, ${link}`);
        if (context.trace.recording) context.trace.decide('hub link', url, `${name} is live; ${because}`);
      },
    },
  };
}

// An id that a publisher chose may have any characters.
function lastEvent(id: string | undefined): string {
  return id !== undefined && PLAIN.test(id) ? `; last-event-id="${id}"` : '';
}

// Omitted if it is the content type of this response.
function contentType(content: string | undefined, response: string | undefined): string {
  const isAnother = content !== undefined && response !== undefined && response.split(';', 1)[0]!.trim() !== content;
  return isAnother ? `; content-type="${content}"` : '';
}

const PLAIN = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;

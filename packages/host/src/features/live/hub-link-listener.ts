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
export class HubLinkListener implements Subscriber {
  readonly name = 'HubLinkListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
  };
  readonly #hub: HubPublisher;
  readonly #live: ReadonlyMap<string, LiveResource>;
  /** The id of the last update before each request was answered. */
  readonly #lastUpdates = new WeakMap<HttpContext, string | undefined>();

  constructor(hub: HubPublisher, live: ReadonlyMap<string, LiveResource>) {
    this.#hub = hub;
    this.#live = live;
  }

  readonly appliesTo = (route: unknown): boolean => this.#live.has(getOperation(route)?.resource.name ?? '');

  onRequest({ context }: RequestEvent): void {
    this.#lastUpdates.set(context, this.#hub.lastEventId);
  }

  onResponse({ context, response }: ResponseEvent): void {
    const call = context.operation;
    if (!(call instanceof OperationCall) || response.status === 304) return;
    const link = formatLink({ href: this.#hub.urlFor(context), rel: 'mercure' });
    const { headers } = response;
    const before = headers.get('Link');
    const { state, because } = this.#live.get(call.operation.resource.name)!;
    const value =
      link + lastEvent(this.#lastUpdates.get(context)) + contentType(state.type, headers.get('Content-Type'));
    if (before === undefined) headers.list.push('Link', value);
    else headers.set('Link', `${before}, ${value}`);
    if (!context.trace.recording) return;
    context.trace.decide('hub link', this.#hub.urlFor(context), `${call.operation.resource.name} is live; ${because}`);
  }
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

import { OperationCall } from '../resources/model/operation-call.ts';
import { getOperation } from '../resources/model/operation.ts';
import type { TopicGrants, TopicPattern } from './update-topics.ts';
import type { Subscriber } from '../../events/subscriber.ts';
import { HttpError, getMessage } from 'oriel-core/http';
import { READ_METHODS } from '../../http/methods.ts';
import type { Dialect } from '../hub/hub-config.ts';
import type { HubPublisher } from '../hub/publisher.ts';
import type { WishedTopic } from '../hub/hub-tokens.ts';
import type { RequestContext, ResponseEvent } from '../../kernel/events.ts';
import { topicGrantsFor } from './live-resource.ts';
import type { LiveResource } from './live-resource.ts';

/**
 * Sets the hub cookie on responses of private live resources. It grants the topics of all live resources that the user may
 * read, and no others.
 */
export class HubCookieListener implements Subscriber {
  readonly name = 'HubCookieListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };
  readonly #hub: HubPublisher;
  readonly #private: readonly LiveResource[];
  readonly #names: ReadonlySet<string>;
  readonly #dialects: readonly Dialect[];
  readonly #failed: (error: unknown, context: RequestContext) => void;

  /** @param failed called with the reason if the cookie cannot be created; the response is sent without it */
  constructor(
    hub: HubPublisher,
    live: Iterable<LiveResource>,
    dialects: readonly Dialect[],
    failed: (error: unknown, context: RequestContext) => void,
  ) {
    this.#hub = hub;
    this.#private = [...live].filter((value) => value.private);
    this.#names = new Set(this.#private.map(({ resource }) => resource.name));
    this.#dialects = dialects;
    this.#failed = failed;
  }

  readonly appliesTo = (route: unknown): boolean => this.#names.has(getOperation(route)?.resource.name ?? '');

  onResponse(event: ResponseEvent): void | Promise<void> {
    const { context, response } = event;
    const call = context.operation;
    if (!READ_METHODS.has(context.method) || context.parent !== undefined) return;
    // A client with a cached copy subscribes as well, so a 304 sets the cookie.
    if (response.status >= 300 && response.status !== 304) return;
    if (!(call instanceof OperationCall)) return;
    return this.#grantAll(event, call);
  }

  async #grantAll(event: ResponseEvent, call: OperationCall): Promise<void> {
    this.#setCookie(event, await Promise.all(this.#private.map(async (resource) => this.#grantsFor(resource, call))));
  }

  // An error in a rule of another resource does not fail this response.
  async #grantsFor(live: LiveResource, call: OperationCall): Promise<TopicGrants> {
    try {
      return await topicGrantsFor(live, call);
    } catch (error) {
      const because = `The access rule of "${live.resource.name}" failed: ${getMessage(error)}`;
      if (!(error instanceof HttpError && error.status < 500))
        this.#failed(new Error(because, { cause: error }), call.context as RequestContext);
      return { patterns: [], because };
    }
  }

  #setCookie({ context, response }: ResponseEvent, grants: readonly TopicGrants[]): void {
    this.#trace(context, grants);
    const patterns = this.#fitting(
      context,
      grants.flatMap((grant) => grant.patterns),
    );
    if (patterns.length === 0) return;
    // The cookie makes the response specific to the user.
    context.variesByUser = true;
    const subject = context.principal?.id;
    try {
      for (const dialect of this.#dialects) {
        const subscribe: WishedTopic[] = patterns.map(({ pattern, template, exact }) =>
          dialect === 'earlier' || exact === true ? template : { match: pattern, type: 'urlpattern' },
        );
        const wish = { subscribe, dialect, ...(subject === undefined ? {} : { subject }) };
        for (const cookie of this.#hub.cookiesFor(wish, context)) response.headers.append('Set-Cookie', cookie);
      }
    } catch (error) {
      if (context.trace.recording) context.trace.decide('hub cookie', 'none', getMessage(error));
      this.#failed(error, context);
    }
  }

  #fitting({ trace }: RequestContext, patterns: readonly TopicPattern[]): readonly TopicPattern[] {
    let length = 0;
    const fitting = patterns.filter(({ pattern }) => (length += pattern.length + EACH) <= MOST);
    if (trace.recording && fitting.length < patterns.length)
      trace.decide('hub cookie', 'cut', `${patterns.length - fitting.length} topics do not fit into the cookie`);
    return fitting;
  }

  #trace({ trace }: RequestContext, grants: readonly TopicGrants[]): void {
    if (!trace.recording) return;
    for (const [index, { patterns, because }] of grants.entries()) {
      const outcome = patterns.length === 0 ? 'nothing' : patterns.map(({ template }) => template).join(', ');
      trace.decide('hub cookie', outcome, `${this.#private[index]!.resource.name}: ${because}`);
    }
  }
}

// Browsers reject cookies of more than 4 KB: the maximum characters of all topics, and the overhead of each.
const MOST = 2400;
const EACH = 40;

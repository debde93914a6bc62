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
 *
 * @param onFailure called with the reason if the cookie cannot be created; the response is sent without it
 */
export function createHubCookieListener(
  hub: HubPublisher,
  live: Iterable<LiveResource>,
  dialects: readonly Dialect[],
  onFailure: (error: unknown, context: RequestContext) => void,
): Subscriber {
  const privateResources = [...live].filter((resource) => resource.private);
  const names = new Set(privateResources.map(({ resource }) => resource.name));

  // An error in a rule of another resource does not fail this response.
  async function getGrants(resource: LiveResource, call: OperationCall): Promise<TopicGrants> {
    try {
      return await topicGrantsFor(resource, call);
    } catch (error) {
      const because = `The access rule of "${resource.resource.name}" failed: ${getMessage(error)}`;
      if (!(error instanceof HttpError && error.status < 500))
        onFailure(new Error(because, { cause: error }), call.context as RequestContext);
      return { patterns: [], because };
    }
  }

  function setCookie({ context, response }: ResponseEvent, grants: readonly TopicGrants[]): void {
    const { trace } = context;
    if (trace.recording)
      for (const [index, { patterns, because }] of grants.entries()) {
        const outcome = patterns.length === 0 ? 'nothing' : patterns.map(({ template }) => template).join(', ');
        trace.decide('hub cookie', outcome, `${privateResources[index]!.resource.name}: ${because}`);
      }
    const patterns = selectFitting(
      context,
      grants.flatMap((grant) => grant.patterns),
    );
    if (patterns.length === 0) return;
    // The cookie makes the response specific to the user.
    context.variesByUser = true;
    const subject = context.principal?.id;
    try {
      for (const dialect of dialects) {
        const subscribe: WishedTopic[] = patterns.map(({ pattern, template, exact }) =>
          dialect === 'earlier' || exact === true ? template : { match: pattern, type: 'urlpattern' },
        );
        const wish = { subscribe, dialect, ...(subject === undefined ? {} : { subject }) };
        for (const cookie of hub.cookiesFor(wish, context)) response.headers.append('Set-Cookie', cookie);
      }
    } catch (error) {
      if (trace.recording) trace.decide('hub cookie', 'none', getMessage(error));
      onFailure(error, context);
    }
  }

  return {
    name: 'HubCookieListener',
    appliesTo: (route) => names.has(getOperation(route)?.resource.name ?? ''),
    on: {
      'kernel.response'(event: ResponseEvent) {
        const { context, response } = event;
        const call = context.operation;
        if (!READ_METHODS.has(context.method) || context.parent !== undefined) return;
        // A client with a cached copy subscribes as well, so a 304 sets the cookie.
        if (response.status >= 300 && response.status !== 304) return;
        if (!(call instanceof OperationCall)) return;
        return Promise.all(privateResources.map((resource) => getGrants(resource, call))).then((grants) =>
          setCookie(event, grants),
        );
      },
    },
  };
}

function selectFitting({ trace }: RequestContext, patterns: readonly TopicPattern[]): readonly TopicPattern[] {
  let length = 0;
  const fitting = patterns.filter(({ pattern }) => (length += pattern.length + TOPIC_OVERHEAD) <= MAX_CHARACTERS);
  if (trace.recording && fitting.length < patterns.length)
    trace.decide('hub cookie', 'cut', `${patterns.length - fitting.length} topics do not fit into the cookie`);
  return fitting;
}

// Browsers reject cookies of more than 4 KB: the maximum characters of all topics, and the overhead of each.
const MAX_CHARACTERS = 2400;
const TOPIC_OVERHEAD = 40;

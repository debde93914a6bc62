import type { HttpContext } from '../../core/http/context.ts';
import { messageOf } from '../../core/http/problem.ts';
import { trustOf } from '../hub/hub-cors.ts';
import type { HubAccess } from '../hub/hub-tokens.ts';
import type { Hub } from '../hub/hub.ts';
import { presentedToken } from '../hub/presented-token.ts';
import { readSubscribe } from '../hub/subscribe-request.ts';
import type { Subscription } from '../hub/subscription.ts';
import { quoteValue, describeMatcher, describeMatchers } from '../hub/describe-matchers.ts';
import { describeTokenIssue } from '../hub/describe-token-issue.ts';

/** One step on the way of an update to a subscriber. */
export interface DeliveryStep {
  readonly step: 'page' | 'subscription' | 'token' | 'topics' | 'permission';
  readonly ok: boolean;
  readonly because: string;
}

/** What is asked about: an update, and somebody who listens. */
export interface DeliveryQuestion {
  readonly topics: readonly string[];
  readonly private: boolean;
  /** The request to the hub, as its URL has it. */
  readonly context: HttpContext;
  readonly token: string | undefined;
  /** The origin of the page that listens; undefined when it is that of the hub, or no page. */
  readonly origin?: string | undefined;
}

/** Tells, for whoever runs the hub, why an update reaches a subscriber or does not: what nobody outside is ever told. */
export async function explainDelivery(hub: Hub, question: DeliveryQuestion): Promise<readonly DeliveryStep[]> {
  const { topics, context, origin } = question;
  const token = question.token ?? tokenInQuery(hub, context);
  const { subscriptions, ...asked } = readAsked(hub, context);
  const access = token === undefined ? undefined : await hub.tokens.read(token, 'subscribe', hub.identity);
  const steps: DeliveryStep[] = [
    ...(origin === undefined ? [] : [{ step: 'page' as const, ...pageStep(hub, context, origin, token) }]),
    { step: 'subscription', ...asked },
    { step: 'token', ...tokenStep(hub, context, token, access) },
  ];
  if (subscriptions !== undefined) steps.push({ step: 'topics', ...wantedStep(subscriptions, topics) });
  return [...steps, { step: 'permission', ...permissionStep(question, access) }];
}

type Said = Pick<DeliveryStep, 'ok' | 'because'>;

function pageStep(hub: Hub, context: HttpContext, origin: string, token: string | undefined): Said {
  const trust = trustOf(origin, context, hub.config);
  if (trust === 'own') return { ok: true, because: `${quoteValue(origin)} is the origin of the hub itself` };
  if (trust === 'trusted') return { ok: true, because: `hub.cors names ${quoteValue(origin)}` };
  if (trust === 'untrusted')
    return {
      ok: false,
      because: `The browser lets pages of ${quoteValue(origin)} read nothing: hub.cors does not name it`,
    };
  if (token === undefined) return { ok: true, because: 'hub.cors lets any page read what is public' };
  return {
    ok: false,
    because: `hub.cors is "*", so pages of ${quoteValue(origin)} send no cookies; name the origin instead`,
  };
}

// In the address a token is one only where the hub takes it from there.
function tokenInQuery({ config }: Hub, context: HttpContext): string | undefined {
  const presented = presentedToken(context, config);
  return presented === undefined || presented === 'malformed' ? undefined : presented.token;
}

function readAsked(hub: Hub, context: HttpContext): Said & { readonly subscriptions?: readonly Subscription[] } {
  try {
    const { subscriptions } = readSubscribe(hub, context);
    return {
      ok: true,
      because: `It asks for ${describeMatchers(subscriptions.map(({ matcher }) => matcher))}`,
      subscriptions,
    };
  } catch (error) {
    return { ok: false, because: `The hub answers 400: ${messageOf(error)}` };
  }
}

function tokenStep(hub: Hub, context: HttpContext, token: string | undefined, access: HubAccess | undefined): Said {
  if (access !== undefined) {
    const may = access.subscribe.flatMap(({ matchers }) => matchers);
    return {
      ok: true,
      because: `It is believed (${access.dialect} dialect), and lets hear ${describeMatchers(may) || 'nothing private'}`,
    };
  }
  if (token !== undefined) return { ok: false, because: `The hub answers 401: ${describeTokenIssue(hub, token)}` };
  const ignored = /[?&]authorization=/.test(`?${context.query}`)
    ? '; that in the address is not looked at, as hub.tokenInQuery is not set'
    : '';
  if (hub.config.anonymous) return { ok: true, because: `There is none, and the hub lets anybody in${ignored}` };
  return { ok: false, because: `The hub answers 401: there is none, and hub.anonymous is not set${ignored}` };
}

function wantedStep(subscriptions: readonly Subscription[], topics: readonly string[]): Said {
  const found = subscriptions.find(({ matcher }) => topics.some((topic) => matcher.matches(topic)));
  if (found) return { ok: true, because: `${describeMatcher(found.matcher)} matches` };
  return { ok: false, because: `Nothing that it asks for matches ${topics.join(', ')}` };
}

function permissionStep({ topics, private: isPrivate }: DeliveryQuestion, access: HubAccess | undefined): Said {
  if (!isPrivate) return { ok: true, because: 'The update is public' };
  if (access === undefined)
    return { ok: false, because: 'The update is private, and there is no token that is believed' };
  const may = access.subscribe.flatMap(({ matchers }) => matchers);
  const found = may.find((matcher) => topics.some((topic) => matcher.matches(topic)));
  if (found) return { ok: true, because: `The update is private, and the token lets hear ${describeMatcher(found)}` };
  return {
    ok: false,
    because: `The update is private, and nothing that the token lets hear matches ${topics.join(', ')}`,
  };
}

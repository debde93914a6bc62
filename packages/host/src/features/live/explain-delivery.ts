import type { HttpContext } from 'oriel-core/http';
import { getMessage } from 'oriel-core/http';
import { getTrust } from '../hub/hub-cors.ts';
import type { HubAccess } from '../hub/hub-tokens.ts';
import type { Hub } from '../hub/hub.ts';
import { readSubscribe } from '../hub/subscribe-request.ts';
import type { Subscription } from '../hub/subscription.ts';
import { quoteValue, describeMatcher, describeMatchers, describeTokenIssue } from '../hub/describe-token-issue.ts';

/** A step of the delivery of an update to a subscriber, and whether it succeeds. */
export interface DeliveryStep {
  readonly step: 'page' | 'subscription' | 'token' | 'topics' | 'permission';
  readonly ok: boolean;
  readonly because: string;
}

export interface DeliveryQuestion {
  readonly topics: readonly string[];
  readonly private: boolean;
  readonly context: HttpContext;
  readonly token: string | undefined;
  /** The origin of the subscribing page; undefined for the origin of the hub or a client that is not a page. */
  readonly origin?: string | undefined;
}

/** Explains why an update reaches a subscriber or does not. For operators only: the steps reveal details of tokens. */
export async function explainDelivery(hub: Hub, question: DeliveryQuestion): Promise<readonly DeliveryStep[]> {
  const { topics, context, origin } = question;
  const token = question.token;
  const { subscriptions, ...result } = readSubscriptions(hub, context);
  const access = token === undefined ? undefined : await hub.tokens.read(token, 'subscribe', hub.identity);
  const steps: DeliveryStep[] = [
    ...(origin === undefined ? [] : [{ step: 'page' as const, ...pageStep(hub, context, origin, token) }]),
    { step: 'subscription', ...result },
    { step: 'token', ...tokenStep(hub, context, token, access) },
  ];
  if (subscriptions !== undefined) steps.push({ step: 'topics', ...topicStep(subscriptions, topics) });
  return [...steps, { step: 'permission', ...permissionStep(question, access) }];
}

type StepResult = Pick<DeliveryStep, 'ok' | 'because'>;

function pageStep(hub: Hub, context: HttpContext, origin: string, token: string | undefined): StepResult {
  const trust = getTrust(origin, context, hub.config);
  if (trust === 'own') return { ok: true, because: `${quoteValue(origin)} is the origin of the hub itself` };
  if (trust === 'trusted') return { ok: true, because: `${quoteValue(origin)} is listed in hub.cors` };
  if (trust === 'untrusted')
    return {
      ok: false,
      because: `Browsers do not let pages of ${quoteValue(origin)} read responses of the hub, because hub.cors does not list it`,
    };
  if (token === undefined) return { ok: true, because: 'hub.cors allows pages of every origin to read public updates' };
  return {
    ok: false,
    because: `hub.cors is "*", so pages of ${quoteValue(origin)} send no cookies; list the origin instead`,
  };
}

function readSubscriptions(
  hub: Hub,
  context: HttpContext,
): StepResult & { readonly subscriptions?: readonly Subscription[] } {
  try {
    const { subscriptions } = readSubscribe(hub, context);
    return {
      ok: true,
      because: `It subscribes to ${describeMatchers(subscriptions.map(({ matcher }) => matcher))}`,
      subscriptions,
    };
  } catch (error) {
    return { ok: false, because: `The hub responds with 400: ${getMessage(error)}` };
  }
}

function tokenStep(
  hub: Hub,
  context: HttpContext,
  token: string | undefined,
  access: HubAccess | undefined,
): StepResult {
  if (access !== undefined) {
    const may = access.subscribe.flatMap(({ matchers }) => matchers);
    return {
      ok: true,
      because: `It is valid (${access.dialect} dialect) and grants ${describeMatchers(may) || 'nothing private'}`,
    };
  }
  if (token !== undefined)
    return { ok: false, because: `The hub responds with 401: ${describeTokenIssue(hub, token)}` };
  const ignored = /[?&]authorization=/.test(`?${context.query}`)
    ? '; the token in the URL is ignored, because it may appear in logs'
    : '';
  if (hub.config.anonymous)
    return { ok: true, because: `There is no token, and hub.anonymous allows subscribing without one${ignored}` };
  return {
    ok: false,
    because: `The hub responds with 401, because there is no token and hub.anonymous is not set${ignored}`,
  };
}

function topicStep(subscriptions: readonly Subscription[], topics: readonly string[]): StepResult {
  const found = subscriptions.find(({ matcher }) => topics.some((topic) => matcher.matches(topic)));
  if (found) return { ok: true, because: `${describeMatcher(found.matcher)} matches` };
  return { ok: false, because: `No subscription matches ${topics.join(', ')}` };
}

function permissionStep({ topics, private: isPrivate }: DeliveryQuestion, access: HubAccess | undefined): StepResult {
  if (!isPrivate) return { ok: true, because: 'The update is public' };
  if (access === undefined) return { ok: false, because: 'The update is private, and there is no valid token' };
  const may = access.subscribe.flatMap(({ matchers }) => matchers);
  const found = may.find((matcher) => topics.some((topic) => matcher.matches(topic)));
  if (found) return { ok: true, because: `The update is private, and the token grants ${describeMatcher(found)}` };
  return {
    ok: false,
    because: `The update is private, and no grant of the token matches ${topics.join(', ')}`,
  };
}

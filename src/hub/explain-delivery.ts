import type { HttpContext } from '../http/index.ts';
import { messageOf } from '../http/index.ts';
import { DETAIL_TYPE } from './grants.ts';
import { dialectsOf } from './hub-options.ts';
import type { HubAccess } from './hub-token.ts';
import type { Hub } from './hub.ts';
import { readToken } from './jws.ts';
import { readSubscribe } from './subscribe-request.ts';
import type { Subscription } from './subscription.ts';
import type { TopicMatcher } from './topic-matcher.ts';

/** One step on the way of an update to a subscriber. */
export interface DeliveryStep {
  readonly step: 'subscription' | 'token' | 'topics' | 'permission';
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
}

/** Tells, for whoever runs the hub, why an update reaches a subscriber or does not: what nobody outside is ever told. */
export async function explainDelivery(hub: Hub, question: DeliveryQuestion): Promise<readonly DeliveryStep[]> {
  const { topics, context, token } = question;
  const { subscriptions, ...asked } = readAsked(hub, context);
  const access = token === undefined ? undefined : await hub.tokens.read(token, 'subscribe', hub.identityFor(context));
  const steps: DeliveryStep[] = [
    { step: 'subscription', ...asked },
    { step: 'token', ...tokenStep(hub, context, token, access) },
  ];
  if (subscriptions !== undefined) steps.push({ step: 'topics', ...wantedStep(subscriptions, topics) });
  return [...steps, { step: 'permission', ...permissionStep(question, access) }];
}

type Said = Pick<DeliveryStep, 'ok' | 'because'>;

function readAsked(hub: Hub, context: HttpContext): Said & { readonly subscriptions?: readonly Subscription[] } {
  try {
    const { subscriptions } = readSubscribe(hub, context);
    return { ok: true, because: `It asks for ${wordsOf(subscriptions.map(({ matcher }) => matcher))}`, subscriptions };
  } catch (error) {
    return { ok: false, because: `The hub answers 400: ${messageOf(error)}` };
  }
}

function tokenStep(hub: Hub, context: HttpContext, token: string | undefined, access: HubAccess | undefined): Said {
  if (access !== undefined) {
    const may = access.subscribe.flatMap(({ matchers }) => matchers);
    return {
      ok: true,
      because: `It is believed (${access.dialect} dialect), and lets hear ${wordsOf(may) || 'nothing private'}`,
    };
  }
  if (token !== undefined) return { ok: false, because: `The hub answers 401: ${flawOf(hub, context, token)}` };
  if (hub.config.anonymous) return { ok: true, because: 'There is none, and the hub lets anybody in' };
  return { ok: false, because: 'The hub answers 401: there is none, and hub.anonymous is not set' };
}

function wantedStep(subscriptions: readonly Subscription[], topics: readonly string[]): Said {
  const found = subscriptions.find(({ matcher }) => topics.some((topic) => matcher.matches(topic)));
  if (found) return { ok: true, because: `${wordOf(found.matcher)} matches` };
  return { ok: false, because: `Nothing that it asks for matches ${topics.join(', ')}` };
}

function permissionStep({ topics, private: isPrivate }: DeliveryQuestion, access: HubAccess | undefined): Said {
  if (!isPrivate) return { ok: true, because: 'The update is public' };
  if (access === undefined)
    return { ok: false, because: 'The update is private, and there is no token that is believed' };
  const may = access.subscribe.flatMap(({ matchers }) => matchers);
  const found = may.find((matcher) => topics.some((topic) => matcher.matches(topic)));
  if (found) return { ok: true, because: `The update is private, and the token lets hear ${wordOf(found)}` };
  return {
    ok: false,
    because: `The update is private, and nothing that the token lets hear matches ${topics.join(', ')}`,
  };
}

// In the order in which a hub looks. What it says may hold nothing of the token but what is no secret.
function flawOf(hub: Hub, context: HttpContext, token: string): string {
  const read = readToken(token);
  if (token.length > hub.limits.token) return `the token has more than ${hub.limits.token} characters`;
  if (read === undefined) return 'it is no JSON Web Token in three parts';
  const { header, claims } = read;
  const { audience, issuer } = hub.identityFor(context);
  const { exp, nbf, aud, iss } = claims;
  const isCurrent = /^(?:application\/)?at\+jwt$/i.test(String(header['typ']));
  const dialect = isCurrent ? 'current' : 'earlier';
  const now = Date.now() / 1000;
  if (!dialectsOf(hub.config).includes(dialect))
    return `it is of the ${dialect} dialect, which hub.dialects leaves out`;
  if (typeof exp === 'number' && exp <= now) return `it ended ${Math.round(now - exp)} seconds ago (exp)`;
  if (isCurrent && exp === undefined) return 'it never ends, and in the current dialect it has to say when (exp)';
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now)) return 'it is not yet good (nbf)';
  if (aud === undefined ? isCurrent : ![aud].flat().includes(audience))
    return `it is for ${shown(aud)} (aud), and this hub is ${shown(audience)}`;
  if (iss === undefined ? isCurrent : iss !== issuer)
    return `${shown(iss)} made it (iss), and this hub believes ${shown(issuer)}`;
  if (isCurrent && !Array.isArray(claims['authorization_details'] ?? []))
    return `its authorization_details are no list of ${DETAIL_TYPE}`;
  return 'no key of the hub has signed it, or its topics cannot be read; a random secret is another one at each start';
}

function wordsOf(matchers: readonly TopicMatcher[]): string {
  const words = matchers.slice(0, 10).map(wordOf);
  return [...words, ...(matchers.length > 10 ? [`${matchers.length - 10} more`] : [])].join(', ');
}

function wordOf({ pattern, type }: TopicMatcher): string {
  return type === 'exact'
    ? shown(pattern)
    : `${shown(pattern)} (${type === 'urlpattern' ? 'URL pattern' : 'URI template'})`;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nobody').slice(0, 200);
}

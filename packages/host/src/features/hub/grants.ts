import { isObject } from 'oriel-core/http';
import { isPrintable } from './hub-text.ts';
import type { AllHubLimits } from './hub-limits.ts';
import type { MatcherType, TopicMatcher, TopicMatchers } from './topic-matcher.ts';

/** A grant to subscribe, with the payload that describes the subscriber. */
export interface SubscribeGrant {
  readonly matchers: readonly TopicMatcher[];
  readonly payload: unknown;
}

export interface Grants {
  readonly publish: readonly TopicMatcher[];
  readonly subscribe: readonly SubscribeGrant[];
}

/** The `type` of authorization details for a hub. */
export const DETAIL_TYPE = 'https://mercure.rocks/authorization-detail';

/**
 * Parses `authorization_details` (RFC 9396). A single invalid entry makes all invalid, because the others alone could be
 * another permission than the issuer granted.
 *
 * @returns undefined if an entry is invalid or there are too many
 */
export function readDetails(details: unknown, matchers: TopicMatchers, limits: AllHubLimits): Grants | undefined {
  if (details === undefined) return { publish: [], subscribe: [] };
  if (!Array.isArray(details)) return undefined;
  const publish: TopicMatcher[] = [];
  const subscribe: SubscribeGrant[] = [];
  let count = 0;
  for (const detail of details) {
    if (!isObject(detail)) return undefined;
    if (detail['type'] !== DETAIL_TYPE) continue;
    const { actions, topics, payload } = detail;
    if (!isFilledList(actions) || !actions.every((action) => typeof action === 'string')) return undefined;
    if (!isFilledList(topics) || (payload !== undefined && !isObject(payload))) return undefined;
    if ((count += topics.length) > limits.grants) return undefined;
    const read = topics.map((topic) => readMatcher(topic, matchers, limits));
    if (!read.every((matcher) => matcher !== undefined)) return undefined;
    if (actions.includes('publish')) publish.push(...read);
    if (actions.includes('subscribe')) subscribe.push({ matchers: read, payload });
  }
  return { publish, subscribe };
}

/** Parses the `mercure` claim of the earlier dialect, which has lists of selectors. */
export function readEarlierClaim(claim: unknown, matchers: TopicMatchers, limits: AllHubLimits): Grants | undefined {
  if (claim === undefined) return { publish: [], subscribe: [] };
  if (!isObject(claim)) return undefined;
  const { publish = [], subscribe = [], payload } = claim;
  const mayPublish = readSelectors(publish ?? [], matchers, limits);
  const maySubscribe = readSelectors(subscribe ?? [], matchers, limits);
  if (mayPublish === undefined || maySubscribe === undefined) return undefined;
  return { publish: mayPublish, subscribe: maySubscribe.length > 0 ? [{ matchers: maySubscribe, payload }] : [] };
}

function readMatcher(entry: unknown, matchers: TopicMatchers, limits: AllHubLimits): TopicMatcher | undefined {
  if (!isObject(entry)) return undefined;
  const { match, match_type: type = 'exact' } = entry;
  if (typeof match !== 'string' || match === '' || (type !== 'exact' && type !== 'urlpattern')) return undefined;
  return attempt(matchers, type, match, limits);
}

function readSelectors(
  list: unknown,
  matchers: TopicMatchers,
  limits: AllHubLimits,
): readonly TopicMatcher[] | undefined {
  if (!Array.isArray(list) || list.length > limits.grants) return undefined;
  const read: TopicMatcher[] = [];
  for (const selector of list) {
    const matcher = typeof selector === 'string' ? attempt(matchers, 'uritemplate', selector, limits) : undefined;
    if (matcher === undefined) return undefined;
    read.push(matcher);
  }
  return read;
}

function attempt(
  matchers: TopicMatchers,
  type: MatcherType,
  pattern: string,
  limits: AllHubLimits,
): TopicMatcher | undefined {
  if (pattern.length > limits.pattern || !isPrintable(pattern)) return undefined;
  try {
    return matchers.get(type, pattern);
  } catch {
    return undefined;
  }
}

function isFilledList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

import type { TopicMatcher } from './topic-matcher.ts';

/** Describes at most ten matchers for the profiler. */
export function describeMatchers(matchers: readonly TopicMatcher[]): string {
  const descriptions = matchers.slice(0, 10).map(describeMatcher);
  return [...descriptions, ...(matchers.length > 10 ? [`${matchers.length - 10} more`] : [])].join(', ');
}

/** Describes a matcher with its type. */
export function describeMatcher({ pattern, type }: TopicMatcher): string {
  return type === 'exact'
    ? quoteValue(pattern)
    : `${quoteValue(pattern)} (${type === 'urlpattern' ? 'URL pattern' : 'URI template'})`;
}

/** Returns a value as JSON of at most 200 characters. */
export function quoteValue(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 200);
}

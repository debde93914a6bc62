import type { TopicMatcher } from './topic-matcher.ts';

/** Matchers as they are told, ten of them at most. */
export function describeMatchers(matchers: readonly TopicMatcher[]): string {
  const words = matchers.slice(0, 10).map(describeMatcher);
  return [...words, ...(matchers.length > 10 ? [`${matchers.length - 10} more`] : [])].join(', ');
}

/** A matcher as it is told, with its kind. */
export function describeMatcher({ pattern, type }: TopicMatcher): string {
  return type === 'exact'
    ? quoteValue(pattern)
    : `${quoteValue(pattern)} (${type === 'urlpattern' ? 'URL pattern' : 'URI template'})`;
}

/** A value as it is told, cut short. */
export function quoteValue(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 200);
}

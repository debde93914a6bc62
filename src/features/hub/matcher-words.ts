import type { TopicMatcher } from './topic-matcher.ts';

/** Matchers as they are told, ten of them at most. */
export function wordsOf(matchers: readonly TopicMatcher[]): string {
  const words = matchers.slice(0, 10).map(wordOf);
  return [...words, ...(matchers.length > 10 ? [`${matchers.length - 10} more`] : [])].join(', ');
}

/** A matcher as it is told, with its kind. */
export function wordOf({ pattern, type }: TopicMatcher): string {
  return type === 'exact'
    ? shown(pattern)
    : `${shown(pattern)} (${type === 'urlpattern' ? 'URL pattern' : 'URI template'})`;
}

/** A value as it is told, cut short. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nobody').slice(0, 200);
}

import { percentEncode } from './percent-encoding.ts';
import { looselyEquals } from './loose-equality.ts';
import { decodeHarmless, toQueryString } from './query-string.ts';
import type { Route } from './route.ts';
import { ownValue, valueText } from './url-values.ts';
import type { Values } from './url-values.ts';

/** What the path did not take goes to the query, unless it only repeats a default. */
export function writeQuery({ defaults }: Route, variables: ReadonlySet<string>, given: Values): string {
  const extra = [...given].filter(([key, value]) => !variables.has(key) && !repeatsDefault(defaults, key, value));
  const own = extra.find(([key, value]) => key === '_fragment' && value != null)?.[1];
  const fragment = valueText(own ?? ownValue(defaults, '_fragment'));
  const query = toQueryString(extra.filter(([key]) => key !== '_fragment'));
  return `${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${decodeHarmless(percentEncode(fragment))}`}`;
}

function repeatsDefault(defaults: Readonly<Record<string, unknown>>, key: string, value: unknown): boolean {
  if (!Object.hasOwn(defaults, key)) return false;
  return looselyEquals(value, defaults[key]);
}

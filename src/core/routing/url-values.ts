import { scalarText } from './query-string.ts';
import type { Route } from './route.ts';

/** The values for the parameters of a URL, by name. */
export type Values = ReadonlyMap<string, unknown>;

/** A translated route knows its locale: it neither needs it nor shows it in the query. */
export function withLocale(
  route: Route,
  variables: ReadonlySet<string>,
  params: Readonly<Record<string, unknown>>,
): Values {
  const given = new Map(entriesOf(params));
  const { _canonical_route: canonical, _locale: locale } = route.defaults;
  if (canonical == null || locale == null) return given;
  if (!variables.has('_locale')) given.delete('_locale');
  else if (given.get('_locale') == null) given.set('_locale', locale);
  return given;
}

/** The entries of a record that have a value. */
export function entriesOf(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}

/** A value of the record itself, not of its prototype. */
export function ownValue(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns a value as text in a path, a host or a fragment; `null` and `false` are empty, as in the reference system. */
export function valueText(value: unknown): string {
  return value === null || value === undefined || value === false ? '' : scalarText(value);
}

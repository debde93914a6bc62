import type { PathToken, VariableToken } from './path-tokens.ts';
import { scalarText } from './percent-encoding.ts';
import type { Route } from './route.ts';

/** Says whether the value of a parameter may be written; throws instead when requirements are strict. */
export type ValueCheck = (token: VariableToken) => boolean;

/**
 * Writes the path of a route, or gives `undefined` when a value may not be written.
 *
 * From the end to the beginning: a parameter at its default is left out as long as nothing has been written behind it.
 */
export function buildPath({ compiled, defaults }: Route, values: Values, check: ValueCheck): string | undefined {
  let path = '';
  let mayLeaveOut = true;
  for (const token of [...compiled.tokens].reverse()) {
    if (token.kind === 'variable') {
      const value = values.get(token.name);
      const isDefault =
        Object.hasOwn(defaults, token.name) && (value == null || valueText(value) === valueText(defaults[token.name]));
      if (mayLeaveOut && isDefault && !token.important) continue;
      if (!check(token)) return undefined;
      path = token.separator + valueText(value) + path;
    } else {
      path = token.text + path;
    }
    mayLeaveOut = false;
  }
  return path === '' ? '/' : path;
}

/** Writes the host of a route, or gives `undefined` when a value may not be written. */
export function buildHost(tokens: readonly PathToken[], values: Values, check: ValueCheck): string | undefined {
  let host = '';
  for (const token of tokens) {
    if (token.kind === 'variable' && !check(token)) return undefined;
    host += token.kind === 'variable' ? token.separator + valueText(values.get(token.name)) : token.text;
  }
  return host;
}

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

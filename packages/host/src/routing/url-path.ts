import type { PathToken, VariableToken } from './path-tokens.ts';
import { scalarText } from './percent-encoding.ts';
import type { Route } from './route-definition.ts';

/** Whether a parameter matches its requirement; throws if requirements are strict. */
export type ValueCheck = (token: VariableToken) => boolean;

/**
 * Builds the path of a route; returns undefined if a value does not match its requirement. Trailing parameters that equal
 * their defaults are omitted.
 */
export function buildPath({ compiled, defaults }: Route, values: Values, check: ValueCheck): string | undefined {
  let path = '';
  let canOmit = true;
  for (const token of [...compiled.tokens].reverse()) {
    if (token.kind === 'variable') {
      const value = values.get(token.name);
      const isDefault =
        Object.hasOwn(defaults, token.name) && (value == null || valueText(value) === valueText(defaults[token.name]));
      if (canOmit && isDefault && !token.important) continue;
      if (!check(token)) return undefined;
      path = token.separator + valueText(value) + path;
    } else {
      path = token.text + path;
    }
    canOmit = false;
  }
  return path === '' ? '/' : path;
}

/** Builds the host of a route; returns undefined if a value does not match its requirement. */
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

/** Sets or removes `_locale` for a translated route, which has a fixed locale. */
export function withLocale(
  route: Route,
  variables: ReadonlySet<string>,
  params: Readonly<Record<string, unknown>>,
): Values {
  const given = new Map(getEntries(params));
  const { _canonical_route: canonical, _locale: locale } = route.defaults;
  if (canonical == null || locale == null) return given;
  if (!variables.has('_locale')) given.delete('_locale');
  else if (given.get('_locale') == null) given.set('_locale', locale);
  return given;
}

/** Returns the entries of a record that are not undefined. */
export function getEntries(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}

/** Returns an own property, ignoring the prototype. */
export function ownValue(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns a value as text in a path, a host or a fragment; `null` and `false` are empty, as in the reference system. */
export function valueText(value: unknown): string {
  return value === null || value === undefined || value === false ? '' : scalarText(value);
}

import type { PathToken, VariableToken } from './path-tokens.ts';
import type { Route } from './route.ts';
import { valueText } from './url-values.ts';
import type { Values } from './url-values.ts';

/** Says whether the value of a parameter may be written; throws instead when requirements are strict. */
export type Check = (token: VariableToken) => boolean;

/**
 * Writes the path of a route, or gives `undefined` when a value may not be written.
 *
 * From the end to the beginning: a parameter at its default is left out as long as nothing has been written behind it.
 */
export function writePath({ compiled, defaults }: Route, values: Values, check: Check): string | undefined {
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
export function writeHost(tokens: readonly PathToken[], values: Values, check: Check): string | undefined {
  let host = '';
  for (const token of tokens) {
    if (token.kind === 'variable' && !check(token)) return undefined;
    host += token.kind === 'variable' ? token.separator + valueText(values.get(token.name)) : token.text;
  }
  return host;
}

import type { AuthenticatorIssue } from '../authenticator.ts';

/**
 * Returns an issue for each option whose value has another type than documented. The issues contain no values, because a value in
 * the wrong place may be a key.
 */
export function* validateOptionTypes(options: object): Generator<AuthenticatorIssue> {
  for (const [name, value] of Object.entries(options)) {
    const expected = EXPECTED.get(name);
    if (value === undefined || expected === undefined || expected.accepts(value)) continue;
    yield { reason: `${name} is ${describeType(value)}`, fix: expected.fix };
  }
}

interface Expected {
  readonly accepts: (value: unknown) => boolean;
  readonly fix: string;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isTextOrList = (value: unknown): boolean => isText(value) || isTextList(value);

const EXPECTED: ReadonlyMap<string, Expected> = new Map([
  ['keys', { accepts: isKeySet, fix: 'Set key for one key, or keys: keySet([…]) for keys that change' }],
  ['issuer', { accepts: isTextOrList, fix: 'Set the value of "iss", or a list of values' }],
  ['audience', { accepts: isTextOrList, fix: 'Set the value of "aud", or a list of values' }],
  ['type', { accepts: isText, fix: "Set the type of the header, such as 'at+jwt'" }],
  ['user', { accepts: isFunction, fix: 'Set a function: user: (claims) => ({ id: claims.sub, roles: [] })' }],
]);

function isKeySet(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { find, isFresh } = value as { readonly find?: unknown; readonly isFresh?: unknown };
  return !Array.isArray(value) && typeof find === 'function' && typeof isFresh === 'function';
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

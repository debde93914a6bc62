import { types } from 'node:util';
import { hasOauthParameter } from '../../../core/redaction/redact-url.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import type { Sensitivity } from '../../../core/redaction/sensitivity.ts';
import { isValueKey, sensitivityNamedBy } from '../text/named-values.ts';

/**
 * Returns whether a value is small, plain data without secret names. Then only its texts need to be redacted, and it is
 * neither truncated nor copied. Getters are code of the application, so a value with a getter is not plain.
 *
 * @param passes the condition that each text must meet
 */
export function isPlain(value: unknown, names: SecretNames, passes?: (text: string) => boolean, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
      return value.length <= MAX_TEXT_LENGTH && passes?.(value) !== false;
    case 'number':
      return Math.abs(value) <= MIN_CARD_NUMBER;
    case 'boolean':
    case 'undefined':
      return true;
    case 'object':
      return value === null || (depth < MAX_DEPTH && isPlainObject(value, names, passes, depth + 1));
    default:
      return false;
  }
}

type Passes = ((text: string) => boolean) | undefined;

function isPlainObject(value: object, names: SecretNames, passes: Passes, depth: number): boolean {
  // The handler of a proxy is code of the application.
  if (types.isProxy(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // JSON.stringify calls toJSON, which need not be enumerable.
  if (prototype !== (Array.isArray(value) ? Array.prototype : Object.prototype) || 'toJSON' in value) return false;
  if (Array.isArray(value)) return isPlainList(value, names, passes, depth);
  const keys = Object.keys(value);
  if (keys.length > MAX_MEMBERS || sensitivityOfValues(value, keys, names) !== 'harmless') return false;
  if (keys.includes('code') && hasOauthParameter(keys)) return false;
  for (const key of keys) {
    const property = Object.getOwnPropertyDescriptor(value, key)!;
    if (!('value' in property) || key.length > MAX_NAME_LENGTH || names.of(key) !== 'harmless') return false;
    if (!isPlain(property.value, names, passes, depth)) return false;
  }
  return true;
}

function isPlainList(list: readonly unknown[], names: SecretNames, passes: Passes, depth: number): boolean {
  if (list.length > MAX_MEMBERS || (depth > 1 && sensitivityOfPair(list, names) !== 'harmless')) return false;
  for (let i = 0; i < list.length; i++) {
    const property = Object.getOwnPropertyDescriptor(list, i);
    if (property !== undefined && (!('value' in property) || !isPlain(property.value, names, passes, depth)))
      return false;
  }
  return true;
}

/** Returns the sensitivity of the second element of a list in a list of pairs, as `Object.entries` returns it. */
export function sensitivityOfPair(list: readonly unknown[], names: SecretNames): Sensitivity {
  if (list.length < 2) return 'harmless';
  const name: unknown = Object.getOwnPropertyDescriptor(list, 0)?.value;
  return typeof name === 'string' ? names.of(name) : 'harmless';
}

/** Returns the sensitivity of the member `value`, which a member such as `name: 'password'` in the same object determines. */
export function sensitivityOfValues(value: object, keys: readonly string[], names: SecretNames): Sensitivity {
  if (!keys.some(isValueKey)) return 'harmless';
  for (const key of keys) {
    const name: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
    const verdict = typeof name === 'string' ? sensitivityNamedBy(key, name, names) : 'harmless';
    if (verdict !== 'harmless') return verdict;
  }
  return 'harmless';
}

// Values within these limits are far below those of a copy.
const MAX_TEXT_LENGTH = 512;
const MAX_NAME_LENGTH = 100;
const MAX_MEMBERS = 16;
const MAX_DEPTH = 3;
const MIN_CARD_NUMBER = 1e12;

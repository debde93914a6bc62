import { types } from 'node:util';
import { hasOauthParameter } from '../../core/http/redact-query.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import { verdictOnValues } from './redaction-value.ts';

/**
 * Is a value small and plain, with no name in it that a secret could stand under? Then only its texts are left to look
 * through, and nothing of it is cut or copied. A getter is not asked: it is code of whoever made the value.
 *
 * @param passes what each text in it has to be
 */
export function isPlain(value: unknown, names: SecretNames, passes?: (text: string) => boolean, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
      return value.length <= LONGEST && passes?.(value) !== false;
    case 'number':
      return Math.abs(value) <= SMALLEST_CARD;
    case 'boolean':
    case 'undefined':
      return true;
    case 'object':
      return value === null || (depth < DEEPEST && isPlainObject(value, names, passes, depth + 1));
    default:
      return false;
  }
}

type Passes = ((text: string) => boolean) | undefined;

function isPlainObject(value: object, names: SecretNames, passes: Passes, depth: number): boolean {
  // A proxy is not even touched.
  if (types.isProxy(value)) return false;
  if (Array.isArray(value)) return isPlainList(value, names, passes, depth);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  const keys = Object.keys(value);
  if (keys.length > MOST || verdictOnValues(value, keys, names) !== 'harmless') return false;
  if (keys.includes('code') && hasOauthParameter(keys)) return false;
  for (const key of keys) {
    const property = Object.getOwnPropertyDescriptor(value, key)!;
    if (!('value' in property) || key.length > LONGEST_NAME || names.of(key) !== 'harmless') return false;
    if (!isPlain(property.value, names, passes, depth)) return false;
  }
  return true;
}

function isPlainList(list: readonly unknown[], names: SecretNames, passes: Passes, depth: number): boolean {
  if (list.length > MOST) return false;
  for (let i = 0; i < list.length; i++) if (!isPlain(list[i], names, passes, depth)) return false;
  return true;
}

// Together they stay far below what is kept of a value.
const LONGEST = 512;
const LONGEST_NAME = 100;
const MOST = 16;
const DEEPEST = 3;
const SMALLEST_CARD = 1e12;

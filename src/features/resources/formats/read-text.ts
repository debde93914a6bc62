import type { FieldKind } from '../stores/resource-store.ts';

/**
 * What a text says that stands for a value of a kind, in formats that know nothing but text. What does not fit is given
 * as the text it is: the schema says what is wrong with it.
 */
export function readText(text: string, kind: FieldKind): unknown {
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (kind === 'integer' || kind === 'number') return NUMBER.test(text) ? Number(text) : text;
  if (kind !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?$/;

import type { FieldKind } from '../declare/resource-store.ts';

/**
 * Converts text to a value of the given kind, for formats without types. Returns the text itself if it cannot be converted, so
 * that schema validation reports it.
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

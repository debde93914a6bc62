import type { Identifier } from '../model/identifier.ts';

/** Returns the text of the identifier of an item in a bulk request; empty when a key is missing or not a scalar. */
export function formatSent(identifier: Identifier, sent: Readonly<Record<string, unknown>>): string {
  const { keys } = identifier;
  if (!keys.every((key) => ['string', 'number', 'boolean'].includes(typeof sent[key]) && sent[key] !== '')) return '';
  const text = identifier.format(sent);
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

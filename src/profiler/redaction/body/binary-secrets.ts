import type { SecretNames } from '../../../core/redaction/secret-names.ts';

/**
 * Returns whether a binary body, such as MessagePack, CBOR or BSON, contains the name of a secret. Its values cannot be
 * distinguished from other bytes.
 *
 * @param text the body with one character per byte
 */
export function hasSecretName(text: string, type: string, names: SecretNames): boolean {
  // Text in another character set than UTF-8.
  if (TEXT.test(type)) return false;
  for (const [word] of text.matchAll(WORD)) if (names.of(word) !== 'harmless') return true;
  return false;
}

const TEXT = /^text\/|\bcharset=|[/+](?:xml|json|yaml|javascript)\b/i;
/** Shorter words occur in random bytes. */
const WORD = /[A-Za-z][\w.-]{3,99}/g;

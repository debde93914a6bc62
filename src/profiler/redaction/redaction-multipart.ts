import { MASK } from '../../core/http/sensitive.ts';
import { parseMediaType } from '../../core/http/headers/media-type.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';

/** How the content of one part is redacted, by its media type; '' when it told none. */
export type RedactPart = (content: string, type: string) => string;

/**
 * Masks the secret fields of a `multipart/*` body and redacts each other part by its own type. Works on text that has
 * one character per byte, so that files inside come through untouched.
 *
 * @returns undefined when the body is not what its type says
 */
export function redactMultipart(
  body: string,
  contentType: string,
  names: SecretNames,
  redactPart: RedactPart,
): string | undefined {
  const boundary = parseMediaType(contentType)?.parameters.get('boundary');
  if (!boundary || !body.includes(`--${boundary}`)) return undefined;
  const parts = body.split(`--${boundary}`);
  if (parts.length > MOST_PARTS) return undefined;
  let changed = false;
  // What stands before the first boundary belongs to nobody, and is text.
  for (let i = 0; i < parts.length; i++) {
    const redacted = i === 0 ? redactPart(parts[i]!, 'text/plain') : part(parts[i]!, names, redactPart);
    if (redacted === parts[i]) continue;
    parts[i] = redacted;
    changed = true;
  }
  return changed ? parts.join(`--${boundary}`) : body;
}

const MOST_PARTS = 10_000;

function part(text: string, names: SecretNames, redactPart: RedactPart): string {
  const gap = /\r?\n\r?\n/.exec(text);
  if (!gap) return redactPart(text, 'text/plain');
  const head = text.slice(0, gap.index);
  const start = gap.index + gap[0].length;
  const end = text.endsWith('\r\n') ? text.length - 2 : text.length;
  const content = text.slice(start, Math.max(start, end));
  const redacted =
    isSecret(head, names) && content !== ''
      ? TO_BYTES
      : redactPart(content, /^content-type:(.*)$/im.exec(head)?.[1]?.trim() ?? '');
  return redacted === content ? text : text.slice(0, start) + redacted + text.slice(Math.max(start, end));
}

const TO_BYTES = Buffer.from(MASK).toString('latin1');

function isSecret(head: string, names: SecretNames): boolean {
  for (const [, quoted, bare] of head.matchAll(NAME)) {
    if (names.of(utf8(quoted ?? bare ?? '')) !== 'harmless') return true;
  }
  return false;
}

// A quoted value ends at its quote or with its line, so that each character is read once.
const NAME = /[;\s]name\*?=(?:"([^"\r\n]*)|([^;\s"]+))/gi;

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

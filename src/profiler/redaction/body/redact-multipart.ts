import { MASK } from '../../../core/redaction/sensitivity.ts';
import { parseMediaType } from '../../../core/http/headers/media-type.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';

/** Redacts the content of one part by its media type; '' if it has none. */
export type RedactPart = (content: string, type: string) => string;

/**
 * Masks the secret fields of a `multipart/*` body and redacts other parts by their own type. The text has one character
 * per byte, so that files are preserved. Parts after the first 10,000 are left out, and a last part states it.
 *
 * @returns undefined if the body has no parts
 */
export function redactMultipart(
  body: string,
  contentType: string,
  names: SecretNames,
  redactPart: RedactPart,
): string | undefined {
  const delimiter = delimiterOf(body, contentType);
  if (delimiter === undefined) return undefined;
  const parts = body.split(delimiter);
  // The preamble before the first boundary is read like a part without a head.
  const redacted = parts.slice(0, MAX_PIECES).map((each) => redactOne(each, names, redactPart));
  if (parts.length > MAX_PIECES) redacted.push(OMISSION, '--\r\n');
  return redacted.join(delimiter);
}

/** The preamble, 10,000 parts, and the text after the last boundary. */
const MAX_PIECES = 10_002;

// A client that sets the type itself may leave out the boundary, or send another one.
function delimiterOf(body: string, contentType: string): string | undefined {
  const boundary = parseMediaType(contentType)?.parameters.get('boundary');
  if (boundary && body.includes(`--${boundary}`)) return `--${boundary}`;
  return DELIMITER.exec(body)?.[0].trimEnd();
}

// A line before a header of a part.
const DELIMITER = /^--[^\r\n]{1,200}(?=\r?\n[\w-]+:)/m;

function redactOne(text: string, names: SecretNames, redactPart: RedactPart): string {
  const gap = /\r?\n\r?\n/.exec(text);
  if (!gap) return redactPart(text, 'text/plain');
  const head = text.slice(0, gap.index);
  const start = gap.index + gap[0].length;
  const end = text.endsWith('\r\n') ? text.length - 2 : text.length;
  const content = text.slice(start, Math.max(start, end));
  const redacted =
    isSecret(head, names) && content !== ''
      ? MASK_BYTES
      : redactPart(content, /^content-type:(.*)$/im.exec(head)?.[1]?.trim() ?? '');
  return redactPart(head, 'text/plain') + gap[0] + redacted + text.slice(Math.max(start, end));
}

/** The mask, with one character per byte. */
export const MASK_BYTES = Buffer.from(MASK).toString('latin1');

const OMISSION = `\r\n\r\n${MASK_BYTES} (further parts are not recorded)\r\n`;

function isSecret(head: string, names: SecretNames): boolean {
  for (const [, quoted, bare] of head.matchAll(NAME)) {
    if (names.of(utf8(quoted ?? bare ?? '')) !== 'harmless') return true;
  }
  return false;
}

// A quoted value ends at its quote or at the end of the line, so that each character is read once.
const NAME = /[;\s]name\*?=(?:"([^"\r\n]*)|([^;\s"]+))/gi;

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { parseMediaType } from 'oriel-core/http';
import type { SecretNames } from 'oriel-core/redaction';
import { MASK } from 'oriel-core/redaction';

/** Redacts the content of one part by its media type; '' if it has none. */
export type RedactPart = (content: string, type: string) => string;

/**
 * Masks the secret fields of a `multipart/*` body and redacts other parts by their own type. Parts that are no text become their size and
 * digest. Parts after the first 10,000 are left out.
 *
 * @param body has one character per byte
 * @returns undefined if the body has no parts
 */
export function redactMultipart(
  body: string,
  contentType: string,
  names: SecretNames,
  redactPart: RedactPart,
): string | undefined {
  const boundary = parseMediaType(contentType)?.parameters.get('boundary');
  const delimiter = boundary && body.includes(`--${boundary}`) ? `--${boundary}` : DELIMITER.exec(body)?.[0].trimEnd();
  if (delimiter === undefined) return undefined;
  const parts = body.split(delimiter, MAX_PIECES + 1);
  // The preamble before the first boundary is read like a part without a head.
  const redacted = parts.slice(0, MAX_PIECES).map((part) => redactOne(part, names, redactPart));
  if (parts.length > MAX_PIECES) redacted.push(`\r\n\r\n${MASK} (further parts are not recorded)\r\n`, '--\r\n');
  return redacted.join(delimiter);
}

/** The preamble, 10,000 parts, and the text after the last boundary. */
const MAX_PIECES = 10_002;
// A client that sets the type itself may leave out the boundary, or send another one.
const DELIMITER = /^--[^\r\n]{1,200}(?=\r?\n[\w-]+:)/m;

function redactOne(text: string, names: SecretNames, redactPart: RedactPart): string {
  const gap = /\r?\n\r?\n/.exec(text);
  if (!gap) return redactPart(decode(text), 'text/plain');
  const head = decode(text.slice(0, gap.index));
  const start = gap.index + gap[0].length;
  const end = Math.max(start, text.endsWith('\r\n') ? text.length - 2 : text.length);
  const content = decode(text.slice(start, end));
  const type = /^content-type:(.*)$/im.exec(head)?.[1]?.trim() ?? '';
  const isSecret = [...head.matchAll(NAME)].some(([, quoted, bare]) => names.masks(quoted ?? bare ?? '', content));
  return head + gap[0] + (isSecret ? MASK : redactPart(content, type)) + text.slice(end);
}

function decode(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString();
  return `(${bytes.length} bytes, SHA-256 ${createHash('sha256').update(bytes).digest('hex')})`;
}

// A quoted value ends at its quote or at the end of the line, so that each character is read once.
const NAME = /[;\s]name\*?=(?:"([^"\r\n]*)|([^;\s"]+))/gi;

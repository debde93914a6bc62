import { Buffer, isUtf8 } from 'node:buffer';

/**
 * Returns true for text without control characters, which would end a line of an event stream, a header or a log record,
 * and without invisible characters, which make different texts look alike.
 */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}

// oxlint-disable-next-line no-control-regex -- the expression finds control characters
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\p{Cf}\p{Cs}]/u;

/** Returns true if a URL-encoded form or query decodes to UTF-8. `URLSearchParams` would replace other bytes silently. */
export function isUtf8Form(form: string): boolean {
  if (!form.includes('%')) return true;
  try {
    decodeURIComponent(form.replaceAll(STRAY_PERCENT, '%25'));
    return true;
  } catch {
    return false;
  }
}

const STRAY_PERCENT = /%(?![0-9a-f]{2})/gi;

/** Encodes text as a header value: its UTF-8 bytes, one character each. */
export function toHeaderText(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

/** Decodes a header value as UTF-8; returns a value that is not UTF-8 unchanged. */
export function fromHeaderText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

import { Buffer, isUtf8 } from 'node:buffer';

/**
 * Is this a text that may stand in a line of an event stream, in a header and in a log? No control characters, which end
 * lines and fields, and no invisible ones, with which two texts that look alike differ.
 */
export function isPrintable(text: string): boolean {
  return !UNCLEAN.test(text);
}

// oxlint-disable-next-line no-control-regex -- control characters are exactly what must not be there
const UNCLEAN = /[\u0000-\u001f\u007f-\u009f\p{Cf}\p{Cs}]/u;

/** Is this query or form, as sent, UTF-8 once it is decoded? What is not would be read as something else. */
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

/** A text as a header carries it: its UTF-8, a byte for a character. Names of updates may hold any letters. */
export function toHeaderText(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

/** A header as the text it carries, where it is UTF-8; as it is otherwise. */
export function fromHeaderText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

import { Buffer, isUtf8 } from 'node:buffer';

/** A text as a header carries it: its UTF-8, a byte for a character. Names of updates may hold any letters. */
export function toHeaderText(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

/** A header as the text it carries, where it is UTF-8; as it is otherwise. */
export function fromHeaderText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

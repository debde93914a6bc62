import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import { kindOf } from './body-kind.ts';
import type { BodyKind } from './body-kind.ts';

/**
 * Returns the kind of a body by its media type. A body with a general type, or none, may be a multipart message or a table with
 * secret columns, which is recognised by its first lines.
 *
 * @param start the beginning of the body, at least its first two lines
 */
export function sniffKind(type: string, start: string, names: SecretNames): BodyKind {
  const kind = kindOf(type);
  if (kind !== 'text' && kind !== 'unknown') return kind;
  if (MULTIPART.test(start)) return 'multipart';
  return isTable(start, names) ? 'table' : kind;
}

function isTable(start: string, names: SecretNames): boolean {
  if (!FIRST_CELL.test(start)) return false;
  const [head = '', row = ''] = start.slice(0, MAX_HEAD_LENGTH).split(LINE_END, 2);
  const separator = /[,;\t]/.exec(head)?.[0];
  if (separator === undefined) return false;
  const cells = head.replace(/^\ufeff/, '').split(separator);
  return (
    cells.every((cell) => NAME.test(cell)) &&
    // A sentence may have a comma.
    row.split(separator).length >= cells.length &&
    cells.some((cell) => names.of(cell) !== 'harmless')
  );
}

const MULTIPART = /^(?:\r?\n)?--[^\r\n]{1,200}\r?\ncontent-(?:disposition|type|transfer-encoding):/i;
// Rejects most texts at once.
const FIRST_CELL = /^\ufeff?[^,;\t\r\n]{1,80}[,;\t]/;
const LINE_END = /\r?\n|\r/;
const NAME = /^ ?"?[\p{L}_][\w.()/-]{0,60}(?: [\w.()/-]{1,60}){0,2}"? ?$/u;
export const MAX_HEAD_LENGTH = 8_192;

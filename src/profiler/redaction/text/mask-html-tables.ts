import { MASK } from '../../../core/redaction/sensitivity.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import type { Sensitivity } from '../../../core/redaction/sensitivity.ts';
import { isMaskedAs } from './named-values.ts';

/**
 * Masks cells of HTML tables and description lists: the columns with a sensitive name, and a word that follows a sensitive name
 * in its row: `<tr><th>Password</th><td>x</td></tr>`, `<dt>Password</dt><dd>x</dd>`. Takes linear time.
 */
export function maskHtmlTables(text: string, names: SecretNames): string {
  if (!CELLS.test(text)) return text;
  let columns: Sensitivity[] = [];
  let [row, column] = [0, 0];
  let before: Sensitivity = 'harmless';
  return text.replace(TAG, (whole, tag: string, name: string, content: string) => {
    switch (name.toLowerCase()) {
      case 'table':
        [columns, row, column, before] = [[], 0, 0, 'harmless'];
        return whole;
      case 'tr':
        [row, column, before] = [row + 1, 0, 'harmless'];
        return whole;
    }
    const value = textOf(content);
    const own = names.of(value);
    const isInList = name.toLowerCase().startsWith('d');
    const verdict = isInList || row <= 1 ? 'harmless' : (columns[column] ?? 'harmless');
    if (!isInList && row <= 1) columns[column] = own;
    column++;
    // A description after the name of a field has several words.
    const isMasked = isMaskedAs(verdict, value) || (isMaskedAs(before, value) && !value.includes(' '));
    before = verdict === 'harmless' && !isMasked ? own : 'harmless';
    return isMasked ? tag + MASK : whole;
  });
}

function textOf(content: string): string {
  return content.replace(/<[^<>]{0,200}>/g, '').trim();
}

const CELLS = /<(?:td|th|dd)\b/i;
const TAG = /(<(table|tr|td|th|dt|dd)\b[^<>]{0,1000}>)((?:[^<]|<(?!\/?(?:table|tr|td|th|dt|dd)\b)){0,4000})/gi;

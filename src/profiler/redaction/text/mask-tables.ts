import { MASK } from '../../../core/redaction/sensitivity.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import type { Sensitivity } from '../../../core/redaction/sensitivity.ts';
import { isMaskedAs } from './named-values.ts';

/**
 * Masks cells of tables that are drawn with characters, such as those of `console.table`, Markdown, `psql` and `mysql`: the
 * columns with a sensitive name, and a word that follows a sensitive name in its row.
 */
export function maskTables(text: string, names: SecretNames): string {
  if (!text.includes('|') && !text.includes('│')) return text;
  const lines = text.split('\n');
  let columns: readonly Sensitivity[] | undefined;
  for (const [at, line] of lines.entries()) {
    if (isRule(line)) continue;
    if (!SEPARATOR.test(line)) columns = undefined;
    // The rule below it distinguishes the head of a table from other lines with such characters.
    else if (columns === undefined) columns = isRule(lines[at + 1] ?? '') ? columnsOf(line, names) : undefined;
    else lines[at] = maskRow(line, columns, names);
  }
  return lines.join('\n');
}

function columnsOf(line: string, names: SecretNames): Sensitivity[] {
  return line.split(SEPARATOR).map((cell) => names.of(contentOf(cell)));
}

function maskRow(line: string, columns: readonly Sensitivity[], names: SecretNames): string {
  let before: Sensitivity = 'harmless';
  // Every second part is a separator.
  const parts = line.split(CAPTURED_SEPARATOR).map((part, at) => {
    if (at % 2 === 1) return part;
    const verdict = columns[at / 2] ?? 'harmless';
    const content = contentOf(part);
    // A description after the name of a field has several words.
    const isMasked = isMaskedAs(verdict, content) || (isMaskedAs(before, content) && !content.includes(' '));
    before = verdict === 'harmless' && !isMasked ? names.of(content) : 'harmless';
    return isMasked ? part.replace(part.trim(), MASK) : part;
  });
  return parts.join('');
}

function contentOf(cell: string): string {
  return cell.trim().replace(MARKS, '$1');
}

function isRule(line: string): boolean {
  return RULE.test(line) && DASHES.test(line);
}

const SEPARATOR = /[│|]/;
const CAPTURED_SEPARATOR = /([│|])/;
const RULE = /^[\s|+:=\u2500-\u257f-]{3,}$/;
const DASHES = /-{2}|─{2}|═{2}/;
/** Quotation marks and marks of Markdown around a content. */
const MARKS = /^["'`*_]{1,3}(.*?)["'`*_]{1,3}$/s;

import { MASK } from '../../../core/redaction/sensitivity.ts';

/** A token of SQL. A `word` may be a keyword; a `name` was quoted and is not a keyword. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'placeholder' | 'sign';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the tokens of SQL without comments. Never throws: unknown characters are signs.
 *
 * @param dialect in `mysql`, a backslash escapes the next character of a text, "…" is a text, and # begins a comment. All other
 * dialects are `standard`
 */
export function sqlTokens(sql: string, dialect: Dialect = 'standard'): SqlToken[] {
  const tokens: SqlToken[] = [];
  const pattern = TOKEN[dialect];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(sql); match; match = pattern.exec(sql)) {
    const text = match[0];
    const start = match.index;
    const groups = match.groups as Record<SqlToken['kind'], string | undefined>;
    const kind = KINDS.find((each) => groups[each] !== undefined);
    if (kind === undefined) continue;
    const content = kind === 'name' ? text.slice(1, -1) : text;
    tokens.push({ kind, text: content, start, end: start + text.length });
  }
  return tokens;
}

/** Returns whether a token may be a name. */
export function isName({ kind }: SqlToken): boolean {
  return kind === 'name' || kind === 'word';
}

/** Returns whether a statement may have other tokens in MySQL. */
export function dependsOnDialect(sql: string): boolean {
  return /["#\\]/.test(sql);
}

/** Replaces texts in a statement by the mask. They may overlap. */
export function maskTokens(sql: string, texts: readonly SqlToken[]): string {
  let masked = '';
  let done = 0;
  for (const { start, end, text } of texts.toSorted((one, other) => one.start - other.start)) {
    const quote = text.startsWith('"') ? '"' : "'";
    if (start >= done) masked += `${sql.slice(done, start)}${quote}${MASK}${quote}`;
    done = Math.max(done, end);
  }
  return masked + sql.slice(done);
}

type Dialect = 'standard' | 'mysql';

const KINDS = ['word', 'sign', 'placeholder', 'name', 'text', 'number'] as const;
// An unclosed text extends to the end, so that a truncated statement does not reveal it.
const TOKEN: Readonly<Record<Dialect, RegExp>> = {
  standard: tokenPattern(
    '--[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)',
    "[eEnNxX]?'(?:[^']|'')*(?:'|$)|\\$(?<tag>\\w*)\\$[\\s\\S]*?(?:\\$\\k<tag>\\$|$)",
    '"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\\[[A-Za-z_][^\\]]{0,127}\\]',
  ),
  mysql: tokenPattern(
    // Other signs after # are operators of PostgreSQL.
    '--[^\\n]*|#(?![>#-])[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)',
    '[eEnNxX]?\'(?:[^\'\\\\]|\\\\[\\s\\S]|\'\')*(?:\'|\\\\?$)|"(?:[^"\\\\]|\\\\[\\s\\S]|"")*(?:"|\\\\?$)',
    '`[^`]*(?:`|$)',
  ),
};

function tokenPattern(comment: string, text: string, name: string): RegExp {
  return new RegExp(
    [
      comment,
      `(?<text>${text})`,
      `(?<name>${name})`,
      '(?<placeholder>\\?\\?|\\?\\d*|\\$\\d+|[:@$][A-Za-z_]\\w*)',
      '(?<number>\\d[\\w.]*)',
      '(?<word>[\\p{L}_][\\p{L}\\p{N}_$]*)',
      '(?<sign>::|[<>!=|&~#-]+|\\S)',
    ].join('|'),
    'gu',
  );
}

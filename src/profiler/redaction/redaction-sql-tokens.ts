/** A piece of SQL. `word` is bare and may be a keyword; `name` was quoted and is none. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'placeholder' | 'sign';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Takes SQL of any dialect apart, comments left out. Never fails: what it does not know is a sign. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
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

const KINDS = ['word', 'sign', 'placeholder', 'name', 'text', 'number'] as const;
// What is not closed goes to the end: a statement that was cut off must not show the rest of a text.
const TOKEN = new RegExp(
  [
    '--[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)',
    "(?<text>[eEnNxX]?'(?:[^']|'')*(?:'|$)|\\$(?<tag>\\w*)\\$[\\s\\S]*?(?:\\$\\k<tag>\\$|$))",
    '(?<name>"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\\[[A-Za-z_][^\\]]{0,127}\\])',
    '(?<placeholder>\\?\\d*|\\$\\d+|[:@$][A-Za-z_]\\w*)',
    '(?<number>\\d[\\w.]*)',
    '(?<word>[\\p{L}_][\\p{L}\\p{N}_$]*)',
    '(?<sign>::|[<>!=|&~#-]+|\\S)',
  ].join('|'),
  'gu',
);

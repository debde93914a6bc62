/** A database, as drivers and OpenTelemetry name it: in MySQL and MariaDB, a text in double quotes is a string. */
export type SqlDialect = string | undefined;

export interface SqlToken {
  readonly kind: 'word' | 'identifier' | 'string' | 'number' | 'parameter' | 'operator' | 'comment';
  readonly start: number;
  readonly end: number;
  /** The name, the content of the literal, or the operator. */
  readonly text: string;
}

/** Iterates over the tokens of a statement in one pass. White space is skipped. */
export function* readTokens(sql: string, dialect: SqlDialect): Generator<SqlToken> {
  const isMySql = /^(?:mysql|mariadb)$/.test(dialect ?? '') || (dialect === undefined && sql.includes('`'));
  for (let start = skipSpaces(sql, 0); start < sql.length;) {
    const token = readToken(sql, start, isMySql, dialect);
    yield token;
    start = skipSpaces(sql, token.end);
  }
}

function readToken(sql: string, start: number, isMySql: boolean, dialect: SqlDialect): SqlToken {
  const first = sql[start]!;
  if (first === "'") return readQuoted(sql, start, 'string', isMySql || /\be$/i.test(sql.slice(start - 2, start)));
  if (first === '"') return readQuoted(sql, start, isMySql ? 'string' : 'identifier', isMySql);
  if (first === '`') return readQuoted(sql, start, 'identifier', false);
  SIMPLE.lastIndex = start;
  const groups = SIMPLE.exec(sql)!.groups!;
  const end = SIMPLE.lastIndex;
  const text = sql.slice(start, end);
  if (groups['comment'] && (text !== '#' || isMySql))
    return readUntil(sql, start, end, text === '/*' ? '*/' : '\n', 'comment');
  if (groups['dollar']) return readUntil(sql, start, end, text, 'string');
  if (groups['bracketed']) return { kind: 'identifier', start, end, text: text.slice(1, -1) };
  if (groups['number']) return { kind: 'number', start, end, text };
  if (groups['word']) return { kind: 'word', start, end, text };
  // PostgreSQL has an operator `?`.
  const isParameter = groups['parameter'] && (text !== '?' || dialect !== 'postgresql');
  return { kind: isParameter ? 'parameter' : 'operator', start, end, text };
}

function readUntil(sql: string, start: number, from: number, closing: string, kind: SqlToken['kind']): SqlToken {
  const close = sql.indexOf(closing, from);
  const end = close < 0 ? sql.length : close;
  return { kind, start, end: Math.min(sql.length, end + closing.length), text: sql.slice(from, end) };
}

// `E'…'` and MySQL have backslashes; all dialects double a quotation mark.
function readQuoted(sql: string, start: number, kind: SqlToken['kind'], hasEscapes: boolean): SqlToken {
  const quote = sql[start]!;
  let close = sql.indexOf(quote, start + 1);
  for (; close >= 0; close = sql.indexOf(quote, close)) {
    let backslashes = 0;
    while (hasEscapes && sql[close - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 1) close += 1;
    else if (sql[close + 1] === quote) close += 2;
    else break;
  }
  const end = close < 0 ? sql.length : close;
  return { kind, start, end: Math.min(sql.length, end + 1), text: sql.slice(start + 1, end) };
}

function skipSpaces(sql: string, start: number): number {
  SPACES.lastIndex = start;
  SPACES.test(sql);
  return SPACES.lastIndex;
}

const SPACES = /\s*/y;
const SIMPLE =
  /(?<comment>--|\/\*|#(?![>-]))|(?<dollar>\$(?:[a-z_]\w{0,60})?\$)|(?<bracketed>(?<![\w\])])\[[^\]\n]{1,128}\])|::|(?<parameter>\?\d*|\$\d+|[:@$][\p{L}_]\w*|@\d+)|(?<number>\d[\w.]*)|(?<word>[\p{L}_][\w$\p{L}]*)|->>?|#>>?|<=>|[<>!]=|<>|:=|\|\||./suy;

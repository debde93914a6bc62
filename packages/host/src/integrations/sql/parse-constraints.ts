/** A constraint with a name in a `create table` statement of SQLite. */
export interface NamedConstraint {
  readonly name: string;
  readonly kind: 'unique' | 'missing' | 'check';
  /** Its columns; empty for a check. */
  readonly columns: readonly string[];
}

/**
 * Returns the constraints with a name in the text of a `create table` statement, because SQLite has them in no catalog. It has parsed
 * the text before, so the text is well-formed.
 */
export function parseConstraints(sql: string): NamedConstraint[] {
  const tokens = tokenize(sql);
  const start = tokens.findIndex(({ text }) => text === '(');
  if (start === -1) return [];
  return splitList(tokens, start).flatMap(readConstraints);
}

interface Token {
  /** In lower case if it is a keyword or a bare name. */
  readonly text: string;
  /** The name that it is, if it may be one. */
  readonly name: string | undefined;
}

// Comments are matched and dropped. A name in brackets or backticks is one as well.
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|('(?:[^']|'')*')|([\p{L}\p{N}_$]+)|[^\s\p{L}\p{N}_$]/gu;

function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const [text, double, backtick, bracket, literal, bare] of sql.matchAll(TOKEN)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue;
    const quoted = double?.replaceAll('""', '"') ?? backtick?.replaceAll('``', '`') ?? bracket;
    // SQLite accepts names in single quotes as well.
    const name = quoted ?? literal?.slice(1, -1).replaceAll("''", "'") ?? bare;
    tokens.push({ text: bare === undefined ? text : bare.toLowerCase(), name });
  }
  return tokens;
}

/** Returns the elements of the list that starts with the parenthesis at an index. */
function splitList(tokens: readonly Token[], start: number): Token[][] {
  const elements: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(start)) {
    if (token.text === ')') depth--;
    if (depth === 0 && token.text === ')') break;
    if (depth === 1 && token.text === ',') elements.push([]);
    else if (depth > 0) elements.at(-1)!.push(token);
    if (token.text === '(') depth++;
  }
  return elements;
}

const TABLE_CONSTRAINTS: ReadonlySet<string> = new Set(['constraint', 'primary', 'unique', 'check', 'foreign']);
const KINDS: Readonly<Record<string, NamedConstraint['kind']>> = {
  primary: 'unique',
  unique: 'unique',
  foreign: 'missing',
  references: 'missing',
  check: 'check',
};

// A definition of a column, or a constraint of the table.
function readConstraints(tokens: readonly Token[]): NamedConstraint[] {
  const [first] = tokens;
  const column = first === undefined || TABLE_CONSTRAINTS.has(first.text) ? undefined : first.name;
  const found: NamedConstraint[] = [];
  let depth = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (text === '(') depth++;
    if (text === ')') depth--;
    const name = tokens[index + 1]?.name;
    const kind = KINDS[tokens[index + 2]?.text ?? ''];
    if (depth > 0 || text !== 'constraint' || name === undefined || kind === undefined) continue;
    const list = tokens.findIndex((token, tokenIndex) => tokenIndex > index && token.text === '(');
    const columns = column === undefined ? splitList(tokens, list).map(([other]) => other?.name ?? '') : [column];
    found.push({ name, kind, columns: kind === 'check' ? [] : columns });
  }
  return found;
}

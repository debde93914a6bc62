import type { SqlToken } from './redaction-sql-tokens.ts';

/** A value in a statement and the column it meets. */
export interface Attributed {
  readonly token: SqlToken;
  /** Undefined when that is not clear; '' when it meets none, as behind LIMIT. */
  readonly column: string | undefined;
  /** Which parameter it is, from 0, or its name; undefined for a text written into the statement. */
  readonly position: number | string | undefined;
}

/** Gives every parameter and every text of a statement its column: from the list of an INSERT, else from what it is compared with. */
export function attribute(tokens: readonly SqlToken[]): Attributed[] {
  const found: Attributed[] = [];
  const inserts = new InsertLists(tokens);
  let asked = 0;
  for (const [at, token] of tokens.entries()) {
    inserts.advance(at);
    if (token.kind !== 'placeholder' && token.kind !== 'text') continue;
    const position = token.kind === 'text' ? undefined : positionOf(token.text, asked);
    if (token.text === '?') asked++;
    else if (typeof position === 'number') asked = Math.max(asked, position + 1);
    const before = found.at(-1);
    // The next in a list of values, as behind IN: it meets what the one before it met.
    const inList = before !== undefined && tokens[at - 1]!.text === ',' && tokens[at - 2] === before.token;
    found.push({ token, position, column: inserts.column ?? (inList ? before.column : comparedWith(tokens, at)) });
  }
  return found;
}

function positionOf(text: string, asked: number): number | string {
  if (text === '?') return asked;
  const number = /^[?$](\d+)$/.exec(text)?.[1];
  return number === undefined ? text.slice(1) : Number(number) - 1;
}

/** Follows `INSERT INTO t (a, b) VALUES (x, y), (z, w)` and tells in whose place the reader stands. */
class InsertLists {
  readonly #tokens: readonly SqlToken[];
  #columns: string[] | undefined;
  #depth = 0;
  #index = 0;
  #inValues = false;

  constructor(tokens: readonly SqlToken[]) {
    this.#tokens = tokens;
  }

  get column(): string | undefined {
    return this.#inValues && this.#depth > 0 ? this.#columns?.[this.#index] : undefined;
  }

  advance(at: number): void {
    const { kind, text } = this.#tokens[at]!;
    if (kind === 'word') this.#keyword(text.toLowerCase(), at);
    if (!this.#inValues || kind !== 'sign') return;
    if (text === '(' && this.#depth++ === 0) this.#index = 0;
    else if (text === ')') this.#depth--;
    else if (text === ',' && this.#depth === 1) this.#index++;
  }

  #keyword(word: string, at: number): void {
    if (word === 'into') this.#columns = columnsAfter(this.#tokens, at);
    // Not every table lists its columns; then nothing is clear.
    if (word === 'values' || word === 'value') [this.#inValues, this.#depth] = [this.#columns !== undefined, 0];
    else if (this.#depth === 0 && (word === 'on' || word === 'returning')) this.#inValues = false;
  }
}

function columnsAfter(tokens: readonly SqlToken[], into: number): string[] | undefined {
  let at = into + 1;
  while (at < tokens.length && (isName(tokens[at]!) || tokens[at]!.text === '.')) at++;
  if (tokens[at]?.text !== '(') return undefined;
  const columns: string[] = [];
  for (at++; at < tokens.length && tokens[at]!.text !== ')'; at++)
    if (isName(tokens[at]!)) columns.push(tokens[at]!.text);
  return columns;
}

/** Looks back, and if there is nothing a value could be compared with, ahead. */
function comparedWith(tokens: readonly SqlToken[], at: number): string | undefined {
  let crossed = false;
  for (let i = at - 1; i >= Math.max(0, at - FARTHEST); i--) {
    const { kind, text } = tokens[i]!;
    const word = text.toLowerCase();
    const previous = tokens[i - 1]?.text.toLowerCase();
    if (kind === 'word' && (previous === '::' || previous === 'collate')) {
      i--;
      continue;
    }
    if (kind === 'text' && crossed && isArrow(previous)) return text.slice(1, -1);
    if (word === 'and' && tokens[i - 2]?.text.toLowerCase() === 'between') continue;
    if (kind === 'word' && WITHOUT_COLUMN.has(word)) return '';
    if (kind === 'word' && BEGINS.has(word)) break;
    if (kind === 'sign' && COMPARES.test(text)) crossed = true;
    else if (kind === 'word' && COMPARING.has(word)) crossed = true;
    else if (kind === 'name' || (kind === 'word' && !(tokens[i + 1]?.text === '('))) return crossed ? text : undefined;
    if (kind === 'text' && !crossed) break;
  }
  const [sign, name] = [tokens[at + 1], tokens[at + 2]];
  return sign && name && COMPARES.test(sign.text) && isName(name) ? name.text : undefined;
}

const FARTHEST = 200;
const COMPARES = /^(?:=|==|<>|!=|<|>|<=|>=|->>?|@>|~\*?)$/;
const COMPARING = new Set([
  'like',
  'ilike',
  'is',
  'in',
  'between',
  'glob',
  'regexp',
  'match',
  'similar',
  'any',
  'all',
  'not',
  'distinct',
  'from',
  'to',
  'escape',
]);
const BEGINS = new Set([
  'select',
  'where',
  'and',
  'or',
  'set',
  'on',
  'when',
  'then',
  'else',
  'having',
  'values',
  'case',
  'returning',
  'using',
]);
const WITHOUT_COLUMN = new Set(['limit', 'offset', 'top', 'fetch']);

/** `data->>'name'` reads a member of JSON; its name counts like that of a column. */
export function isArrow(text: string | undefined): boolean {
  return text === '->' || text === '->>';
}

function isName({ kind }: SqlToken): boolean {
  return kind === 'name' || kind === 'word';
}

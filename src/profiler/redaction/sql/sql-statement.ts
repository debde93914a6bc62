import { columnBeside } from './column-beside.ts';
import { isName } from './sql-tokens.ts';
import type { SqlToken } from './sql-tokens.ts';

/** A value in a statement and its column. */
export interface SqlValue {
  readonly token: SqlToken;
  /** Undefined if it is unknown; '' for a value without a column, as after LIMIT. */
  readonly column: string | undefined;
  /** The position of the parameter, from 0, or its name; undefined for a literal. */
  readonly position: number | string | undefined;
}

/** Returns every parameter and literal with its column, from the list of an INSERT or (not numbers) from a comparison. */
export function findValues(tokens: readonly SqlToken[]): SqlValue[] {
  const found: SqlValue[] = [];
  const inserts = new InsertLists(tokens);
  let count = 0;
  for (const [at, token] of tokens.entries()) {
    inserts.advance(at);
    const isInserted = token.kind === 'number' && inserts.column !== undefined;
    if (token.kind !== 'placeholder' && token.kind !== 'text' && !isInserted) continue;
    const position = token.kind !== 'placeholder' ? undefined : positionOf(token.text, count);
    if (token.text === '?' || token.text === '??') count++;
    else if (typeof position === 'number') count = Math.max(count, position + 1);
    const before = found.at(-1);
    // In a list of values, as after IN, all values have the same column.
    const inList = before !== undefined && tokens[at - 1]!.text === ',' && tokens[at - 2] === before.token;
    const known = inserts.column ?? comparedWith(tokens, at) ?? columnBeside(tokens, at);
    found.push({ token, position, column: known ?? (inList ? before.column : undefined) });
  }
  return found;
}

function positionOf(text: string, count: number): number | string {
  if (text === '?' || text === '??') return count;
  const number = /^[?$](\d+)$/.exec(text)?.[1];
  return number === undefined ? text.slice(1) : Number(number) - 1;
}

/** Tracks the column of the current position in `INSERT INTO t (a, b) VALUES (x, y), (z, w)`. */
class InsertLists {
  readonly #tokens: readonly SqlToken[];
  #columns: string[] | undefined;
  #depth = 0;
  #index = 0;
  #inValues = false;
  /** The depth of brackets at which values are separated by commas. */
  #level = 1;

  constructor(tokens: readonly SqlToken[]) {
    this.#tokens = tokens;
  }

  get column(): string | undefined {
    return this.#inValues && this.#depth >= this.#level ? this.#columns?.[this.#index] : undefined;
  }

  advance(at: number): void {
    const { kind, text } = this.#tokens[at]!;
    if (kind === 'word') this.#keyword(text.toLowerCase(), at);
    if (!this.#inValues || kind !== 'sign') return;
    if (text === '(' && this.#depth++ === 0 && this.#level === 1) this.#index = 0;
    else if (text === ')') this.#depth--;
    else if (text === ',' && this.#depth === this.#level) this.#index++;
  }

  #keyword(word: string, at: number): void {
    if (word === 'into') this.#columns = columnsAfter(this.#tokens, at);
    // Without a list of columns they are unknown.
    if (word === 'values' || word === 'value') this.#begin(1);
    // `INSERT INTO t (a, b) SELECT x, y FROM …`
    else if (word === 'select' && !this.#inValues) this.#begin(0);
    else if (word === 'from' && this.#level === 0 && this.#depth === 0) this.#inValues = false;
    else if (this.#depth === 0 && (word === 'on' || word === 'returning')) this.#inValues = false;
  }

  #begin(level: number): void {
    [this.#inValues, this.#depth, this.#index, this.#level] = [this.#columns !== undefined, 0, 0, level];
  }
}

function columnsAfter(tokens: readonly SqlToken[], into: number): string[] | undefined {
  let at = into;
  while (at < tokens.length && (isName(tokens[at]!) || tokens[at]!.text === '.')) at++;
  if (tokens[at]?.text !== '(') return undefined;
  const columns: string[] = [];
  for (at++; at < tokens.length && tokens[at]!.text !== ')'; at++)
    if (isName(tokens[at]!)) columns.push(tokens[at]!.text);
  return columns;
}

/** Returns the column that a value is compared with, before it or otherwise after it. */
function comparedWith(tokens: readonly SqlToken[], at: number): string | undefined {
  let isCompared = false;
  for (let i = at - 1; i >= Math.max(0, at - MAX_DISTANCE); i--) {
    const { kind, text } = tokens[i]!;
    const word = text.toLowerCase();
    const previous = tokens[i - 1]?.text.toLowerCase();
    if (kind === 'word' && (previous === '::' || previous === 'collate')) {
      i--;
      continue;
    }
    if (kind === 'text' && isCompared && isArrow(previous)) return text.slice(1, -1);
    if (word === 'and' && isInRange(tokens, i)) continue;
    if (kind === 'word' && WITHOUT_COLUMN.has(word)) return '';
    if (kind === 'word' && CLAUSES.has(word)) break;
    if (kind === 'sign' && COMPARISON.test(text)) isCompared = true;
    else if (kind === 'word' && COMPARISON_WORDS.has(word)) isCompared = true;
    else if (kind === 'name' || (kind === 'word' && !(tokens[i + 1]?.text === '(')))
      return isCompared ? text : undefined;
  }
  const sign = tokens[at + 1];
  let name = at + 2;
  // The column of `? = t.a` is the last part of the name.
  while (tokens[name + 1]?.text === '.') name += 2;
  const column = tokens[name];
  return sign && column && COMPARISON.test(sign.text) && isName(column) ? column.text : undefined;
}

/** Returns whether `and` separates the bounds of `between 1::int and 2`. */
function isInRange(tokens: readonly SqlToken[], and: number): boolean {
  for (let i = and - 1; i >= Math.max(0, and - MAX_BOUND); i--) {
    const word = tokens[i]!.text.toLowerCase();
    if (word === 'between') return true;
    if (tokens[i]!.kind === 'word' && CLAUSES.has(word)) return false;
  }
  return false;
}

const MAX_BOUND = 20;
const MAX_DISTANCE = 200;
const COMPARISON = /^(?:=|==|<>|!=|<|>|<=|>=|->>?|@>|~\*?)$/;
const COMPARISON_WORDS = new Set([
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
const CLAUSES = new Set([
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

/** Returns whether a token reads a member of JSON, whose name counts as a column: `data->>'name'`. */
export function isArrow(text: string | undefined): boolean {
  return text === '->' || text === '->>';
}

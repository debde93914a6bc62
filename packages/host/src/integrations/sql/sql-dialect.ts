import type { DatabaseSystem } from 'oriel-core/trace';

/** The differences between SQL databases. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres';
  /** The database of the statements in profiles. */
  readonly system: DatabaseSystem;
  /** Returns the placeholder of the parameter with this number and type. */
  placeholder(number: number, cast: string): string;
  /** Folds text exactly like `foldCase`. */
  fold(text: string): string;
  /** Returns text that compares by code points. */
  byCodePoint(text: string): string;
  /** Returns the position of one text in another, starting at 1; 0 if it is not found. */
  find(text: string, part: string): string;
  /** Returns the last characters of a text. */
  tail(text: string, count: number): string;
  /** Follows a nullable key of an order, so that nulls are first in ascending and last in descending order. */
  readonly nulls: { readonly asc: string; readonly desc: string };
  /** Returns the selected expression of JSON on SQLite. Default: the column */
  readonly json?: (column: string) => string;
  /** Returns the selected expression of a number on SQLite. Default: the column */
  readonly number?: (column: string, kind: 'integer' | 'number') => string;
  /** Returns the values of a column in all rows as a JSON list, in the order of the rows. */
  jsonList(column: string): string;
}

export const sqlite: SqlDialect = {
  name: 'sqlite',
  system: 'sqlite',
  placeholder: () => '?',
  fold: (text) => `oriel_fold(${text})`,
  byCodePoint: (text) => text,
  find: (text, part) => `instr(${text}, ${part})`,
  tail: (text, count) => `substr(${text}, -${count})`,
  nulls: { asc: '', desc: '' },
  jsonList: (column) => `json_group_array(${column})`,
};

export const postgres: SqlDialect = {
  name: 'postgres',
  system: 'postgresql',
  placeholder: (number, cast) => (cast === '' ? `$${number}` : cast.replace('?', `$${number}`)),
  // Only an ICU collation folds letters outside of the language of the server.
  fold: (text) => `replace(lower((${text}) collate "und-x-icu"), 'ς', 'σ') collate "C"`,
  byCodePoint: (text) => `${text} collate "C"`,
  find: (text, part) => `strpos(${text}, ${part})`,
  tail: (text, count) => `right(${text}, ${count})`,
  nulls: { asc: ' nulls first', desc: ' nulls last' },
  jsonList: (column) => `coalesce(json_agg(${column}), '[]')`,
};

/** Quotes a name; `schema.table` is quoted as two names. */
export function quote(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

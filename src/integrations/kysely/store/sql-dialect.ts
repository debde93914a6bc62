/** What one database writes differently from another. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres';
  /** Where the parameter with this number goes, as a value of this type. */
  placeholder(number: number, cast: string): string;
  /** Text without its case, exactly as `foldCase` folds it. */
  fold(text: string): string;
  /** Text that compares by code points. */
  byCodePoint(text: string): string;
  /** Where one text begins in another, from 1 on; 0 where it does not. */
  find(text: string, part: string): string;
  /** The last characters of a text. */
  tail(text: string, count: number): string;
  /** What follows a key of an order that may be null, so that nulls are first ascending, last descending. */
  readonly nulls: { readonly asc: string; readonly desc: string };
  /** Is the column one of many values, given as one parameter? */
  oneOf(column: string, placeholder: string): string;
}

export const sqlite: SqlDialect = {
  name: 'sqlite',
  placeholder: () => '?',
  fold: (text) => `oriel_fold(${text})`,
  byCodePoint: (text) => text,
  find: (text, part) => `instr(${text}, ${part})`,
  tail: (text, count) => `substr(${text}, -${count})`,
  nulls: { asc: '', desc: '' },
  oneOf: (column, placeholder) => `${column} in (select value from json_each(${placeholder}))`,
};

export const postgres: SqlDialect = {
  name: 'postgres',
  placeholder: (number, cast) => (cast === '' ? `$${number}` : cast.replace('?', `$${number}`)),
  // The column comes with a collation, and only one of ICU knows the letters that are not of the server's own language.
  fold: (text) => `replace(lower((${text}) collate "und-x-icu"), 'ς', 'σ') collate "C"`,
  byCodePoint: (text) => `${text} collate "C"`,
  find: (text, part) => `strpos(${text}, ${part})`,
  tail: (text, count) => `right(${text}, ${count})`,
  nulls: { asc: ' nulls first', desc: ' nulls last' },
  oneOf: (column, placeholder) => `${column} = any(${placeholder})`,
};

/** A name as SQL writes it, whatever stands in it; `schema.table` is two. */
export function quote(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

import type { Block, Column, Row, Table, Text, Tone } from '../../profile/view-model.ts';

/** Creates a note. */
export function note(tone: Tone, text: string): Extract<Block, { kind: 'note' }> {
  return { kind: 'note', tone, text };
}

/** Creates a list of names and values. Rows that are false are left out. */
export function facts(rows: readonly (Fact | false)[]): Extract<Block, { kind: 'facts' }> {
  return { kind: 'facts', rows: rows.filter((row) => row !== false) };
}

/** Creates a list of names and values with a title. The page shows `empty` if it has no entry. */
export function titledFacts(title: string, rows: readonly (Fact | false)[], empty?: string): Block {
  return { ...facts(rows), title, ...(empty === undefined ? {} : { empty }) };
}

export type Fact = readonly [label: string, value: Text];

/** Creates a row of prominent values. Items that are false are left out. */
export function metrics(items: readonly (Metric | false)[]): Block {
  return {
    kind: 'metrics',
    items: items
      .filter((item) => item !== false)
      .map(([label, value, hint]) => ({ label, value, ...(hint === undefined ? {} : { hint }) })),
  };
}

/** A prominent value with its label. The hint is a tooltip. */
export type Metric = readonly [label: string, value: Text, hint?: string];

/** Creates a table with a title. */
export function table(
  title: string,
  columns: readonly Column[],
  rows: readonly Row[],
  options: Pick<Table, 'titleNote' | 'range' | 'maxCellBytes' | 'empty'> = {},
): Table {
  return { kind: 'table', title, ...options, columns, rows };
}

/** Creates a column that is aligned to the right. */
export function numberColumn(label: string, size?: 's' | 'm' | 'l'): Column {
  return { label, number: true, ...(size === undefined ? {} : { size }) };
}

/** Creates a column with a size. */
export function column(label: string, size: 's' | 'm' | 'l'): Column {
  return { label, size };
}

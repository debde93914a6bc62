import { counted } from '../render/blocks-text.ts';
import type { Block, Text } from '../view-model.ts';
import type { Query } from './query-groups.ts';
import { mono, shown } from './recorded.ts';
import { runnableSql } from './sql-copy.ts';

/** Milliseconds from which on a query is called slow. */
export const SLOW = 100;

/**
 * A query as a row: what was asked, how long it took, and folded below it with which parameters and by whom.
 * @param explain where a form asks how the database would run it
 */
export function queryRow(
  query: Query,
  index: number,
  explain?: string,
): Extract<Block, { kind: 'table' }>['rows'][number] {
  const { id, sql, rows, start, duration, error } = query;
  const isSlow = duration >= SLOW;
  const took: Text = {
    text: `${duration.toFixed(2)}${isSlow ? ' slow' : ''}`,
    mono: true,
    tone: isSlow ? 'warning' : undefined,
  };
  return {
    id: `query-${id}`,
    cells: [index + 1, start.toFixed(2), took, rows ?? '', mono(oneLine(sql))],
    tone: error !== undefined ? 'bad' : isSlow ? 'warning' : undefined,
    ...(index < MOST_DETAILED || isSlow || error !== undefined ? { detail: detailOf(query, explain) } : {}),
  };
}

// Of thousands of queries nobody unfolds each; the profile's own JSON has them all.
const MOST_DETAILED = 100;

function detailOf({ id, sql, parameters, caller, error }: Query, explain: string | undefined): Block[] {
  return [
    ...(error === undefined ? [] : [{ kind: 'note', tone: 'bad', text: error } as const]),
    { kind: 'code', title: 'Statement', language: 'sql', text: sql, copy: true },
    ...(parameters.length === 0 ? [] : parameterBlocks(sql, parameters)),
    ...(caller === undefined ? [] : [{ kind: 'facts', rows: [['Asked by', mono(caller)]] } as const]),
    ...(explain === undefined || !EXPLAINABLE.test(sql)
      ? []
      : [{ kind: 'action', label: 'Explain', path: explain, fields: { query: String(id) } } as const]),
  ];
}

// To begin or to commit is not run in one way or another.
const EXPLAINABLE = /^\s*(?:select|with|values|insert|update|delete|replace)\b/i;

function parameterBlocks(sql: string, parameters: readonly unknown[]): Block[] {
  const runnable = runnableSql(sql, parameters);
  return [
    {
      kind: 'facts',
      title: counted(parameters.length, 'parameter'),
      rows: parameters.map((value, index) => [String(index + 1), mono(shown(value))]),
    },
    ...(runnable === undefined
      ? []
      : [
          {
            kind: 'code',
            title: 'With its parameters, to try it',
            language: 'sql',
            text: runnable,
            copy: true,
          } as const,
        ]),
  ];
}

/** A statement on one line, not too long. */
export function oneLine(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

import { SLOW_QUERY_MS } from '../findings/slow-query.ts';
import { formatCount } from '../render/format.ts';
import type { Block, Text } from './view-model.ts';
import type { Query } from './query-groups.ts';
import { codeText, formatValue } from './recorded-values.ts';
import { inlineSqlParameters } from './runnable-sql.ts';

/**
 * A query as a row: what was asked, how long it took, and folded below it with which parameters and by whom.
 * @param unfolds is it worth unfolding? Of thousands nobody unfolds each, and the profile's own JSON has them all
 * @param explain where a form asks how the database would run it
 */
export function buildQueryRow(
  query: Query,
  index: number,
  unfolds: boolean,
  explain?: string,
): Extract<Block, { kind: 'table' }>['rows'][number] {
  const { id, sql, rows, start, duration, error } = query;
  const isSlow = duration >= SLOW_QUERY_MS;
  const took: Text = {
    text: `${duration.toFixed(2)}${isSlow ? ' slow' : ''}`,
    mono: true,
    tone: isSlow ? 'warning' : undefined,
  };
  return {
    id: `query-${id}`,
    cells: [index + 1, start.toFixed(2), took, rows ?? '', codeText(toOneLine(sql))],
    tone: error !== undefined ? 'bad' : isSlow ? 'warning' : undefined,
    ...(unfolds || isSlow || error !== undefined ? { detail: detailOf(query, explain) } : {}),
  };
}

function detailOf({ id, sql, parameters, caller, error }: Query, explain: string | undefined): Block[] {
  const runnable = parameters.length === 0 ? undefined : inlineSqlParameters(sql, parameters);
  return [
    ...(error === undefined ? [] : [{ kind: 'note', tone: 'bad', text: error } as const]),
    // On one line it stands above already, and with its parameters below.
    ...(runnable !== undefined && toOneLine(sql) === sql
      ? []
      : [{ kind: 'code', title: 'Statement', language: 'sql', text: sql, copy: true } as const]),
    ...(parameters.length === 0 ? [] : parameterBlocks(parameters, runnable)),
    ...(caller === undefined ? [] : [{ kind: 'facts', rows: [['Asked by', codeText(caller)]] } as const]),
    ...(explain === undefined || !EXPLAINABLE.test(sql)
      ? []
      : [{ kind: 'action', label: 'Explain', path: explain, fields: { query: String(id) } } as const]),
  ];
}

// To begin or to commit is not run in one way or another.
const EXPLAINABLE = /^\s*(?:select|with|values|insert|update|delete|replace)\b/i;

function parameterBlocks(parameters: readonly unknown[], runnable: string | undefined): Block[] {
  return [
    {
      kind: 'facts',
      title: formatCount(parameters.length, 'parameter'),
      rows: parameters.map((value, index) => [String(index + 1), codeText(formatValue(value))]),
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
export function toOneLine(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

import type { Query } from '../../record/findings/queries.ts';
import { nameOfQuery } from '../../record/findings/facts.ts';
import { SLOW_QUERY_MS } from '../../record/findings/query-findings.ts';
import { formatCount } from '../render/format.ts';
import { codeText, formatValue, placeText, sqlText } from './value-text.ts';
import type { Block, PanelLinks, Row, Text } from '../../profile/view-model.ts';
import { inlineSqlParameters } from './runnable-sql.ts';
import { facts, note, titledFacts } from './blocks.ts';

interface QueryRowOptions {
  readonly index: number;
  /** Whether to include details; slow and failed queries always have them. */
  readonly hasDetail: boolean;
  /** Whether an earlier row shows the same statement, so that only its values are of interest. */
  readonly isRepeated: boolean;
  /** `explainUrl` is the target of the form that shows the execution plan. */
  readonly links: PanelLinks;
}

/** Builds the row of a query: statement and duration, with collapsed details. */
export function buildQueryRow(query: Query, { index, hasDetail, isRepeated, links }: QueryRowOptions): Row {
  const { id, sql, parameters, rows, start, duration, isRunning, error } = query;
  const isSlow = duration >= SLOW_QUERY_MS;
  const took: Text = isRunning
    ? { text: 'still running', tone: 'muted' }
    : { text: `${duration.toFixed(2)}${isSlow ? ' slow' : ''}`, tone: isSlow ? 'warning' : undefined };
  return {
    id: `query-${id}`,
    cells: [
      index + 1,
      start.toFixed(2),
      took,
      rows ?? '',
      isRepeated ? formatRepeated(sql, parameters) : sqlText(toOneLine(sql)),
    ],
    tone: error !== undefined ? 'bad' : isSlow ? 'warning' : undefined,
    ...((hasDetail && !isRepeated) || isSlow || error !== undefined
      ? { detail: buildDetail(query, index, links) }
      : {}),
  };
}

function formatRepeated(sql: string, parameters: readonly unknown[]): Text {
  const values = parameters.map((value) => formatValue(value)).join(', ');
  return { text: toOneLine(`${nameOfQuery(sql)}${values === '' ? '' : `: ${values}`}`), mono: true, tone: 'muted' };
}

function buildDetail({ id, sql, parameters, caller, error }: Query, index: number, links: PanelLinks): Block[] {
  const { explainUrl } = links;
  const runnable = parameters.length === 0 ? undefined : inlineSqlParameters(sql, parameters);
  return [
    ...(error === undefined ? [] : [note('bad', error)]),
    // Omitted if the row shows the whole statement and the runnable SQL follows.
    ...(runnable !== undefined && toOneLine(sql) === sql
      ? []
      : [{ kind: 'code', title: 'Statement', language: 'sql', text: sql, copy: true } as const]),
    ...(parameters.length === 0 ? [] : buildParameterBlocks(parameters, runnable)),
    ...(caller === undefined ? [] : [facts([['Called from', placeText(caller, links)]])]),
    ...(explainUrl === undefined || !EXPLAINABLE.test(sql)
      ? []
      : [
          {
            kind: 'action',
            label: `Explain query ${index + 1}`,
            path: explainUrl,
            fields: { query: String(id) },
          } as const,
        ]),
  ];
}

// Statements such as BEGIN and COMMIT have no plan.
const EXPLAINABLE = /^\s*(?:select|with|values|insert|update|delete|replace)\b/i;

function buildParameterBlocks(parameters: readonly unknown[], runnable: string | undefined): Block[] {
  return [
    titledFacts(
      formatCount(parameters.length, 'parameter'),
      parameters.map((value, index) => [String(index + 1), codeText(formatValue(value))]),
    ),
    ...(runnable === undefined
      ? []
      : [
          {
            kind: 'code',
            title: 'Runnable SQL',
            language: 'sql',
            text: runnable,
            copy: true,
          } as const,
        ]),
  ];
}

/** Returns a statement on one line, truncated to 300 characters. */
export function toOneLine(sql: string): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

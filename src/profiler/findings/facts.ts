import type { Span } from '../../core/trace/span.ts';
import type { Finding, HeaderLine, Profile, ProfileData, ProfileSummary, RecordedLog } from '../profile.ts';
import type { FindingCode } from './codes.ts';

/** What rules look at, with lists where lists belong even when a collector failed. */
export interface Facts {
  readonly summary: ProfileSummary;
  readonly data: Partial<ProfileData>;
  readonly spans: readonly Span[];
  readonly logs: readonly RecordedLog[];
  readonly queries: readonly Query[];
  readonly requestHeader: (name: string) => string | undefined;
  readonly responseHeader: (name: string) => string | undefined;
}

/** One database query. */
export interface Query {
  readonly sql: string;
  readonly shape: string;
  readonly parameters: readonly unknown[];
  readonly rows: number | undefined;
  readonly caller: string | undefined;
  readonly start: number;
  readonly duration: number;
}

/** Finds one thing or nothing. */
export type Rule = (facts: Facts) => Finding | undefined;

/** What rules look at: the summary, and the lists of the data, whatever became of the collectors. */
export function factsOf({ summary, data }: Profile): Facts {
  const spans = list(data.spans);
  const queries = spans.filter(({ kind }) => kind === 'db').map(queryOf);
  return {
    summary,
    data,
    spans,
    logs: list(data.logs),
    queries,
    requestHeader: (name) => headerOf(data.request?.headers, name),
    responseHeader: (name) => headerOf(data.response?.headers, name),
  };
}

/** A finding, its sentence on one line. */
export function finding(code: FindingCode, severity: Finding['severity'], panel: Panel, text: string): Finding {
  return { code, severity, text, panel };
}

/** The panels that findings lead to. */
type Panel =
  | ('request' | 'response' | 'exception' | 'logs' | 'routing' | 'security' | 'operation' | 'validation' | 'session')
  | ('timeline' | 'database' | 'http-client' | 'hub' | 'cors' | 'limits' | 'cache');

/** A value as rules may quote it: on one line and short. */
export function quoted(text: string, most = 120): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('`', "'").trim();
  return `\`${line.length > most ? `${line.slice(0, most - 1)}…` : line}\``;
}

/** Milliseconds that queries took together. */
export function totalTime(queries: readonly Query[]): number {
  return queries.reduce((sum, { duration }) => sum + Math.max(0, duration), 0);
}

/** A duration in words. */
export function milliseconds(duration: number): string {
  return duration >= 1000 ? `${(duration / 1000).toFixed(1)} s` : `${Math.round(duration)} ms`;
}

/** The list, or an empty one where a collector failed. */
export function list<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}

function queryOf({ name, start, duration, details }: Span): Query {
  const sql = typeof details?.['sql'] === 'string' ? details['sql'] : name;
  const rows = details?.['rows'];
  const caller = details?.['caller'];
  return {
    sql,
    shape: shapeOf(sql),
    parameters: Array.isArray(details?.['parameters']) ? (details['parameters'] as unknown[]) : [],
    rows: typeof rows === 'number' ? rows : undefined,
    caller: typeof caller === 'string' ? caller : undefined,
    start,
    duration,
  };
}

/** A statement without what differs from call to call. */
export function shapeOf(sql: string): string {
  return sql
    .slice(0, 10_000)
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$\d+|\?\d+|\b\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .replace(/\(\s?\?(?:\s?,\s?\?)*\s?\)/g, '(?)')
    .trim()
    .toLowerCase();
}

function headerOf(headers: readonly HeaderLine[] | undefined, name: string): string | undefined {
  return list(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

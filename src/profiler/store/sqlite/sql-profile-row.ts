import type { SQLOutputValue } from 'node:sqlite';
import type { ProfileSummary } from '../../profile.ts';
import { fromProfileToken, toProfileToken } from '../profile-token.ts';

/** The columns of the narrow table, as SQLite is told of them. */
export const COLUMNS: readonly string[] = [
  'seq integer primary key',
  'token integer not null unique',
  'time real not null',
  'duration real',
  'ip text',
  'method text',
  'url text',
  'path text',
  'host text',
  'status integer',
  'route text',
  'bytes integer',
  'request_bytes integer',
  'content_type text',
  'db_count integer',
  'db_time real',
  'http_count integer',
  'http_time real',
  'warnings integer',
  'errors integer',
  'exception text',
  'findings text',
  'aborted integer',
  'cost real',
  'boot text',
  'pid integer',
  'request_id text',
  'trace_id text',
  'pinned integer not null',
  'note text',
];

/** The columns of the narrow table in their order. */
export const COLUMN_NAMES: readonly string[] = COLUMNS.map((column) => column.split(' ', 1)[0]!);

/** A profile goes into the narrow table; nothing happens when its token is taken. */
export const INSERT_PROFILE = `insert or ignore into profiles values (${COLUMNS.map(() => '?').join(', ')})`;

/** Its data go into the wide one. */
export const INSERT_DATA = 'insert into profile_data values (?, ?)';

export type RowValue = string | number | null;

/**
 * What stands in each column of the narrow table but the first. One function for all of them: were there one for each column,
 * calling them would take longer than what they do, since the code of each is fetched anew for each request.
 */
export function rowOf(summary: ProfileSummary): RowValue[] {
  return [
    tokenOf(summary),
    summary.time,
    summary.duration,
    summary.ip,
    summary.method,
    summary.url,
    summary.path,
    summary.host,
    summary.status,
    summary.route ?? null,
    summary.bytes,
    summary.requestBytes,
    summary.contentType ?? null,
    summary.dbCount,
    summary.dbTime,
    summary.httpCount,
    summary.httpTime,
    summary.warnings,
    summary.errors,
    summary.exception ?? null,
    summary.findings.length === 0 ? '' : summary.findings.join(' '),
    summary.aborted ? 1 : 0,
    summary.cost,
    summary.boot,
    summary.pid,
    summary.requestId,
    summary.traceId ?? null,
    summary.pinned ? 1 : 0,
    summary.note ?? null,
  ];
}

function tokenOf({ token }: ProfileSummary): number {
  const number = fromProfileToken(token);
  if (number === undefined) throw new TypeError(`"${token}" is no profile token`);
  return number;
}

export type Row = Record<string, SQLOutputValue>;

/** The summary that a row of the narrow table holds. */
export function toSummary(row: Row): ProfileSummary {
  return {
    token: toProfileToken(Number(row['token'])),
    time: number(row['time']),
    duration: number(row['duration']),
    ip: text(row['ip']),
    method: text(row['method']),
    url: text(row['url']),
    path: text(row['path']),
    host: text(row['host']),
    status: number(row['status']),
    route: maybe(row['route']),
    bytes: number(row['bytes']),
    requestBytes: number(row['request_bytes']),
    contentType: maybe(row['content_type']),
    dbCount: number(row['db_count']),
    dbTime: number(row['db_time']),
    httpCount: number(row['http_count']),
    httpTime: number(row['http_time']),
    warnings: number(row['warnings']),
    errors: number(row['errors']),
    exception: maybe(row['exception']),
    findings: row['findings'] ? text(row['findings']).split(' ') : [],
    aborted: row['aborted'] === 1,
    cost: number(row['cost']),
    boot: text(row['boot']),
    pid: number(row['pid']),
    requestId: text(row['request_id']),
    traceId: maybe(row['trace_id']),
    pinned: row['pinned'] === 1,
    note: maybe(row['note']),
  };
}

const number = (value: SQLOutputValue | undefined): number => Number(value ?? 0);
const text = (value: SQLOutputValue | undefined): string => (typeof value === 'string' ? value : String(value ?? ''));
const maybe = (value: SQLOutputValue | undefined): string | undefined => (value === null ? undefined : text(value));

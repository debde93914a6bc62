import type { ProfileSummary } from '../../profile/profile.ts';
import { fromProfileToken, gather, toProfileToken } from '../profile-token.ts';

/** The columns of the table `profiles`. */
export const COLUMNS: readonly string[] = [
  'seq integer primary key',
  // The place of the token in the order of leases, which grows: random values would touch a page of the index each.
  'lease integer not null unique',
  'token integer not null',
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
  'app text',
  'boot text',
  'pid integer',
  'request_id text',
  'trace_id text',
  'weight real not null',
  'pinned integer not null',
  'note text',
  'visitor text',
];

/** The condition of rows with errors or findings, as `isNotable` has it. */
export const IS_NOTABLE = "(status >= 500 or errors > 0 or exception is not null or findings <> '')";

/** Inserts a profile; does nothing if its token exists. */
export const INSERT_PROFILE = `insert or ignore into profiles values (${COLUMNS.map(() => '?').join(', ')})`;

/** Inserts the data of a profile. */
export const INSERT_DATA = 'insert into profile_data values (?, ?)';

export type RowValue = string | number | null;

/** Returns the values of all columns except `seq`. Throws `TypeError` for an invalid token. */
export function getRow(summary: ProfileSummary): RowValue[] {
  const token = getToken(summary);
  return [
    gather(token),
    token,
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
    summary.app,
    summary.boot,
    summary.pid,
    summary.requestId,
    summary.traceId ?? null,
    summary.weight,
    summary.pinned ? 1 : 0,
    summary.note ?? null,
    summary.visitor ?? null,
  ];
}

function getToken({ token }: ProfileSummary): number {
  const number = fromProfileToken(token);
  if (number === undefined) throw new TypeError(`"${token}" is not a profile token`);
  return number;
}

export type Row = Record<string, unknown>;

/** Converts a row to a summary. Only a storage that several machines share has the name of the machine. */
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
    app: text(row['app']),
    boot: text(row['boot']),
    pid: number(row['pid']),
    requestId: text(row['request_id']),
    traceId: maybe(row['trace_id']),
    weight: number(row['weight']),
    pinned: row['pinned'] === 1,
    note: maybe(row['note']),
    visitor: maybe(row['visitor']),
    ...(row['machine'] !== undefined && { machine: text(row['machine']) }),
  };
}

const number = (value: unknown): number => Number(value ?? 0);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const maybe = (value: unknown): string | undefined => (value === null ? undefined : text(value));

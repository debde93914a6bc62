import { writeTerm } from '../../../store/search/query-parameters.ts';
import type { Profile, ProfileSummary } from '../../../profile/profile.ts';
import { shortenVisitor } from '../../../profile/visitor.ts';
import type { QueryTerm } from '../../../store/search/profile-query.ts';
import { getUserTexts } from '../../../store/search/recorded-user.ts';

export interface RowFilter {
  readonly name: string;
  readonly terms: readonly FilterTerm[];
}

export interface FilterTerm {
  readonly text: string;
  /** Describes the requests it finds; completes "Requests …". */
  readonly help: string;
  /** The negated term; undefined where a negation is not useful. */
  readonly negated: string | undefined;
}

/** Returns the filters for the values of a profile, in the order in which people look for them. Absent values are omitted. */
export function buildRowFilters({ summary: row, data }: Profile): RowFilter[] {
  const { status, ip, method, path, host, duration, bytes, cost, boot, token, app, visitor } = row;
  const [user] = getUserTexts(data);
  const values: RowFilter[] = [
    { name: 'Status', terms: statusTerms(status) },
    { name: 'Method', terms: [equals('method', method, 'with this method')] },
    {
      name: 'URL',
      terms: [
        ...ifPresent('route', row.route, 'to this route'),
        equals('path', path, 'to this path'),
        equals('host', host, 'to this host'),
      ],
    },
    { name: 'Application', terms: ifPresent('app', app, 'of this application') },
    { name: 'User', terms: ifPresent('user', user, 'of this user') },
    {
      name: 'Visitor',
      terms: visitor ? [term(`visitor:${shortenVisitor(visitor)}`, 'of this visitor')] : [],
    },
    { name: 'Findings', terms: flagTerms(row) },
    { name: 'Duration', terms: [atLeast('duration', roundDown(duration), 'that took at least this long')] },
    { name: 'Database', terms: databaseTerms(row) },
    { name: 'Outgoing calls', terms: callTerms(row) },
    {
      name: 'Size',
      terms: [
        bytes > 0
          ? atLeast('bytes', bytes, 'with a response body of at least this size')
          : term('size:=0', 'without a response body'),
        ...typeTerms(row),
      ],
    },
    { name: 'Time', terms: timeTerms(row) },
    { name: 'Client', terms: [equals('ip', ip, 'from this address')] },
    {
      name: 'Process',
      terms: [
        equals('boot', boot, 'of the same process start'),
        ...ifPresent('machine', row.machine, 'on this machine'),
        atLeast('cost', cost, 'with at least this recording overhead'),
      ],
    },
    {
      name: 'Token',
      terms: [
        equals('token', token, 'with this token'),
        ...ifPresent('traceId', row.traceId, 'with the same trace id'),
      ],
    },
  ];
  return values.filter(({ terms }) => terms.length > 0);
}

const MAX_VALUE_LENGTH = 300;
const MINUTE_MS = 60_000;

function term(text: string, help: string): FilterTerm {
  return { text, help, negated: `-${text}` };
}

// Long values are matched by their beginning, because the length of a search is limited.
function equals(field: QueryTerm['field'], value: string, help: string): FilterTerm {
  const match =
    value.length > MAX_VALUE_LENGTH
      ? ({ operator: 'starts', value: value.slice(0, MAX_VALUE_LENGTH).toWellFormed() } as const)
      : ({ operator: 'is', value } as const);
  return term(writeTerm({ field, ...match, negated: false }), help);
}

function ifPresent(field: QueryTerm['field'], value: string | null | undefined, help: string): FilterTerm[] {
  return typeof value === 'string' && value !== '' ? [equals(field, value, help)] : [];
}

function atLeast(field: QueryTerm['field'], value: number, help: string): FilterTerm {
  return term(writeTerm({ field, operator: 'at-least', value, negated: false }), help);
}

// Rounds down, so that the row itself matches.
function roundDown(milliseconds: number): number {
  return milliseconds < 10 ? Math.floor(milliseconds * 10) / 10 : Math.floor(milliseconds);
}

function statusTerms(status: number): FilterTerm[] {
  if (status === 0) return [term('status:0', 'without a response')];
  const family = `${Math.floor(status / 100)}xx`;
  return [term(`status:${status}`, 'with this status'), term(`status:${family}`, `with any ${family}`)];
}

function callTerms({ httpCount, httpTime }: ProfileSummary): FilterTerm[] {
  if (httpCount === 0) return [];
  return [
    term('has:http', 'with outgoing calls'),
    atLeast('httpCount', httpCount, 'with at least as many outgoing calls'),
    atLeast('httpTime', roundDown(httpTime), 'with at least as much time in outgoing calls'),
  ];
}

function databaseTerms({ dbCount, dbTime }: ProfileSummary): FilterTerm[] {
  if (dbCount === 0) return [];
  return [
    term('has:db', 'with database queries'),
    atLeast('dbCount', dbCount, 'with at least as many queries'),
    atLeast('dbTime', roundDown(dbTime), 'with at least as much time in the database'),
  ];
}

function flagTerms({ findings, aborted, errors, warnings, exception, pinned, note }: ProfileSummary): FilterTerm[] {
  return [
    ...(pinned ? [term('has:pin', 'that are pinned')] : []),
    ...findings.map((code) => equals('finding', code, 'with this finding')),
    ...(aborted ? [term('has:aborted', 'that the client aborted')] : []),
    ...(errors > 0 ? [term('has:error', 'that logged an error')] : []),
    ...(warnings > 0 ? [term('has:warning', 'that logged a warning')] : []),
    ...ifPresent('exception', exception, 'with this exception'),
    ...ifPresent('note', note, 'with this note'),
  ];
}

function typeTerms({ contentType }: ProfileSummary): FilterTerm[] {
  // Ignores parameters such as charset.
  const type = (contentType ?? '').split(';')[0]!.trim().slice(0, MAX_VALUE_LENGTH);
  if (type === '') return [];
  const text = writeTerm({ field: 'contentType', operator: 'contains', value: type, negated: false });
  return [term(text, 'with this content type')];
}

function timeTerms({ time }: ProfileSummary): FilterTerm[] {
  const format = (moment: number): string => `${new Date(moment).toISOString().slice(0, 19)}Z`;
  const around = `since:${format(time - MINUTE_MS)} until:${format(time + MINUTE_MS)}`;
  return [
    { text: `since:${format(time)}`, help: 'received at this time or later', negated: undefined },
    { text: `until:${format(time)}`, help: 'received at this time or earlier', negated: undefined },
    // Two terms cannot be negated by one minus.
    { text: around, help: 'received within a minute of it', negated: undefined },
  ];
}

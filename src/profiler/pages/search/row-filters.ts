import { writeTerm } from '../../search/query-parameters.ts';
import type { ProfileSummary } from '../../profile.ts';
import type { QueryTerm } from '../../search/profile-query.ts';

/** A value of a row, and the terms of the search language that say it. */
export interface RowFilter {
  /** The column it stands in, counted from 0. */
  readonly cell: number;
  readonly name: string;
  readonly terms: readonly FilterTerm[];
}

/** What holds for the row itself. */
export interface FilterTerm {
  readonly text: string;
  /** Which requests it finds, in words that follow "requests". */
  readonly help: string;
  /** What turns it round; undefined where that would be a search for nothing of its own. */
  readonly negated: string | undefined;
}

/** Everything in a row that a search can be narrowed by, in the order of its columns; what it does not have is left out. */
export function buildRowFilters(row: ProfileSummary): RowFilter[] {
  const { status, ip, method, path, host, duration, bytes, cost, boot, token } = row;
  const family = `${Math.floor(status / 100)}xx`;
  const values: RowFilter[] = [
    {
      cell: 0,
      name: 'Status',
      terms: [term(`status:${status}`, 'with this status'), term(`status:${family}`, `with any ${family}`)],
    },
    { cell: 1, name: 'IP', terms: [is('ip', ip, 'from this address')] },
    { cell: 2, name: 'Method', terms: [is('method', method, 'by this method')] },
    {
      cell: 3,
      name: 'URL',
      terms: [
        is('path', path, 'to this path'),
        ...some('route', row.route, 'to this route'),
        is('host', host, 'to this host'),
      ],
    },
    { cell: 4, name: 'Duration', terms: [atLeast('duration', down(duration), 'that took as long or longer')] },
    { cell: 5, name: 'Outgoing calls', terms: callTerms(row) },
    { cell: 6, name: 'Database', terms: databaseTerms(row) },
    { cell: 7, name: 'Flags', terms: flagTerms(row) },
    {
      cell: 8,
      name: 'Size',
      terms: [
        bytes > 0 ? atLeast('bytes', bytes, 'as large or larger') : term('size:=0', 'without a body'),
        ...typeTerms(row),
      ],
    },
    { cell: 9, name: 'Cost', terms: [atLeast('cost', cost, 'that cost as much to record or more')] },
    { cell: 10, name: 'Time', terms: [...timeTerms(row), is('boot', boot, 'of the same start of the process')] },
    {
      cell: 11,
      name: 'Token',
      terms: [is('token', token, 'of this name'), ...some('traceId', row.traceId, 'of the same distributed trace')],
    },
  ];
  return values.filter(({ terms }) => terms.length > 0);
}

const LONGEST = 300;
const MINUTE = 60_000;

function term(text: string, help: string): FilterTerm {
  return { text, help, negated: `-${text}` };
}

// Who sent kilobytes is looked for by their beginning: a search has an end, too.
function is(field: QueryTerm['field'], value: string, help: string): FilterTerm {
  const asked =
    value.length > LONGEST
      ? ({ operator: 'starts', value: value.slice(0, LONGEST).toWellFormed() } as const)
      : ({ operator: 'is', value } as const);
  return term(writeTerm({ field, ...asked, negated: false }), help);
}

function some(field: QueryTerm['field'], value: string | null | undefined, help: string): FilterTerm[] {
  return typeof value === 'string' && value !== '' ? [is(field, value, help)] : [];
}

function atLeast(field: QueryTerm['field'], value: number, help: string): FilterTerm {
  return term(writeTerm({ field, operator: 'at-least', value, negated: false }), help);
}

// Nobody asks to the microsecond, and the row itself must fit.
function down(milliseconds: number): number {
  return milliseconds < 10 ? Math.floor(milliseconds * 10) / 10 : Math.floor(milliseconds);
}

function callTerms({ httpCount, httpTime }: ProfileSummary): FilterTerm[] {
  if (httpCount === 0) return [];
  return [
    term('has:http', 'that called another server'),
    atLeast('httpCount', httpCount, 'with as many calls or more'),
    atLeast('httpTime', down(httpTime), 'that waited for calls as long or longer'),
  ];
}

function databaseTerms({ dbCount, dbTime }: ProfileSummary): FilterTerm[] {
  if (dbCount === 0) return [];
  return [
    term('has:db', 'that asked the database'),
    atLeast('dbCount', dbCount, 'with as many queries or more'),
    atLeast('dbTime', down(dbTime), 'that waited for the database as long or longer'),
  ];
}

function flagTerms({ findings, aborted, errors, warnings, exception, pinned, note }: ProfileSummary): FilterTerm[] {
  return [
    ...(pinned ? [term('has:pin', 'that are pinned')] : []),
    ...findings.map((code) => is('finding', code, 'with this finding')),
    ...(aborted ? [term('has:aborted', 'that the client left early')] : []),
    ...(errors > 0 ? [term('has:error', 'in which an error was logged')] : []),
    ...(warnings > 0 ? [term('has:warning', 'in which a warning was logged')] : []),
    ...some('exception', exception, 'in which this was thrown'),
    ...some('note', note, 'with this note'),
  ];
}

function typeTerms({ contentType }: ProfileSummary): FilterTerm[] {
  // Its parameters say nothing of what it is.
  const type = (contentType ?? '').split(';')[0]!.trim().slice(0, LONGEST);
  if (type === '') return [];
  const text = writeTerm({ field: 'contentType', operator: 'contains', value: type, negated: false });
  return [term(text, 'of this content type')];
}

function timeTerms({ time }: ProfileSummary): FilterTerm[] {
  const at = (moment: number): string => `${new Date(moment).toISOString().slice(0, 19)}Z`;
  const around = `since:${at(time - MINUTE)} until:${at(time + MINUTE)}`;
  return [
    { text: `since:${at(time)}`, help: 'heard then or later', negated: undefined },
    { text: `until:${at(time)}`, help: 'heard then or earlier', negated: undefined },
    // Two terms, which no minus turns round.
    { text: around, help: 'heard within a minute of it', negated: undefined },
  ];
}

import type { QueryField } from './profile-query.ts';

/**
 * What a field holds, which decides how its values are written: text (found anywhere), word (compared whole), a status,
 * a number, milliseconds, bytes, a moment, a count that `log:` asks about, or a feature of `has:`.
 */
export type FieldKind =
  | 'text'
  | 'path'
  | 'word'
  | 'method'
  | 'token'
  | 'status'
  | 'count'
  | 'duration'
  | 'size'
  | 'time'
  | 'since'
  | 'until'
  | 'log'
  | 'has'
  | 'header';

/** A word of the search language. */
export interface FieldDefinition {
  /** As written before the colon. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly kind: FieldKind;
  readonly field: QueryField;
  readonly help: string;
  readonly example: string;
}

/** Everything that can be asked, in the order in which help shows it. docs/search.md has the same table. */
export const FIELDS: readonly FieldDefinition[] = [
  define(
    'status',
    'status',
    'status',
    'the status code, one class of them, or a range',
    'status:5xx',
    'status_code',
    'code',
  ),
  define('method', 'method', 'method', 'the method', 'method:post', 'verb'),
  define('url', 'text', 'url', 'the absolute URL contains', 'url:page=2'),
  define('path', 'path', 'path', 'the path contains; begins with, when the value begins with a slash', 'path:/api'),
  define('host', 'text', 'host', 'the host name contains', 'host:api.example'),
  define('ip', 'text', 'ip', 'the address of the client contains', 'ip:10.0.'),
  define('route', 'word', 'route', 'the name of the route', 'route:cities_list'),
  define('token', 'token', 'token', 'the profile token, 6 hex digits', 'token:a1b2c3'),
  define('since', 'since', 'time', 'heard at or after', 'since:10m', 'start', 'from', 'after'),
  define('until', 'until', 'time', 'heard at or before', 'until:2026-11-20', 'end', 'before'),
  define('time', 'time', 'time', 'heard on that day or at that moment', 'time:2026-11-20', 'on'),
  define('dur', 'duration', 'duration', 'how long it took, in milliseconds', 'dur:>200', 'duration', 'took', 'ms'),
  define('size', 'size', 'bytes', 'size of the response body', 'size:>10kb', 'bytes'),
  define('reqsize', 'size', 'requestBytes', 'size of the request body', 'reqsize:>1mb', 'requestbytes'),
  define('db', 'count', 'dbCount', 'number of database queries', 'db:>20', 'dbcount', 'queries'),
  define('dbms', 'duration', 'dbTime', 'time spent in the database', 'dbms:>50', 'dbtime'),
  define('http', 'count', 'httpCount', 'number of outgoing calls', 'http:>=1', 'httpcount', 'calls'),
  define('httpms', 'duration', 'httpTime', 'time spent in outgoing calls', 'httpms:>1s', 'httptime'),
  define('warnings', 'count', 'warnings', 'number of warnings logged', 'warnings:>3'),
  define('errors', 'count', 'errors', 'number of errors logged', 'errors:0'),
  define('cost', 'count', 'cost', 'what recording it cost, in microseconds', 'cost:>100'),
  define(
    'exception',
    'text',
    'exception',
    'the class of what was thrown contains',
    'exception:TypeError',
    'error',
    'class',
  ),
  define('finding', 'word', 'finding', 'the code of a finding', 'finding:n1'),
  define('type', 'text', 'contentType', 'the content type of the response contains', 'type:json', 'contenttype'),
  define('request', 'text', 'requestId', 'the request id contains', 'request:01JD', 'requestid', 'id'),
  define('trace', 'text', 'traceId', 'the trace id contains', 'trace:4bf92f35', 'traceid'),
  define('note', 'text', 'note', 'the note of a pinned profile contains', 'note:flaky'),
  define('boot', 'word', 'boot', 'the start of the process that recorded it', 'boot:k3x9'),
  define('log', 'log', 'log', 'has a log record of that level, or one that contains the text', 'log:warning', 'logs'),
  define('sql', 'text', 'sql', 'a database query contains', 'sql:"from city"', 'query'),
  define('body', 'text', 'body', 'the body of the request or the response contains', 'body:"isbn"'),
  define(
    'header',
    'header',
    'header',
    'a header of the request or the response contains',
    'header.x-tenant:acme',
    'headers',
  ),
  define('has', 'has', 'finding', 'has one of: a finding by its code, or what the list below names', 'has:n1', 'is'),
];

/** What `has:` and `is:` know beside the codes of findings. */
export const FEATURES: readonly {
  readonly name: string;
  readonly field: QueryField;
  readonly kind: 'any' | 'true' | 'one';
  readonly help: string;
}[] = [
  { name: 'exception', field: 'exception', kind: 'any', help: 'something was thrown' },
  { name: 'warning', field: 'warnings', kind: 'one', help: 'a warning was logged' },
  { name: 'error', field: 'errors', kind: 'one', help: 'an error was logged' },
  { name: 'aborted', field: 'aborted', kind: 'true', help: 'the client left early' },
  { name: 'db', field: 'dbCount', kind: 'one', help: 'the database was asked' },
  { name: 'http', field: 'httpCount', kind: 'one', help: 'another server was called' },
  { name: 'finding', field: 'finding', kind: 'any', help: 'something stands out' },
  { name: 'pin', field: 'pinned', kind: 'true', help: 'it is pinned' },
  { name: 'pinned', field: 'pinned', kind: 'true', help: 'it is pinned' },
  { name: 'note', field: 'note', kind: 'any', help: 'it has a note' },
  { name: 'body', field: 'requestBytes', kind: 'one', help: 'the request had a body' },
  { name: 'trace', field: 'traceId', kind: 'any', help: 'it belongs to a distributed trace' },
];

/** The definition behind a name or an alias; case, `-` and `_` do not matter. */
export function fieldNamed(name: string): FieldDefinition | undefined {
  return BY_NAME.get(simple(name));
}

/** Every name and alias, for suggestions. */
export function fieldNames(): string[] {
  return FIELDS.flatMap(({ name, aliases }) => [name, ...aliases]);
}

/** The language's name for a field of the query. */
export function nameOfField(field: QueryField): string {
  return FIELDS.find((each) => each.field === field && each.kind !== 'has')?.name ?? field;
}

const BY_NAME = new Map(
  FIELDS.flatMap((each) => [each.name, ...each.aliases].map((name) => [simple(name), each] as const)),
);

function simple(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

function define(
  name: string,
  kind: FieldKind,
  field: QueryField,
  help: string,
  example: string,
  ...aliases: string[]
): FieldDefinition {
  return { name, kind, field, help, example, aliases };
}

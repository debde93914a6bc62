import type { QueryField } from './profile-query.ts';

/**
 * The kind of a field, which determines the syntax of its values: text (a part), word (the whole), a status, a count,
 * milliseconds, bytes, a time, a log level or text, a user, or a feature of `has:`.
 */
export type FieldKind =
  | 'text'
  | 'path'
  | 'word'
  | 'finding'
  | 'user'
  | 'visitor'
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

/** A field of the query language. */
export interface FieldDefinition {
  /** The name before the colon. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly kind: FieldKind;
  readonly field: QueryField;
  readonly help: string;
  readonly example: string;
}

/** All fields in the order of the help page. docs/profiler/search.md contains the same table. */
export const FIELDS: readonly FieldDefinition[] = [
  define(
    'status',
    'status',
    'status',
    'the status code, a class such as 5xx, or a range',
    'status:5xx',
    'status_code',
    'code',
  ),
  define('method', 'method', 'method', 'the request method, or the kind of a job', 'method:post', 'verb', 'kind'),
  define('url', 'text', 'url', 'the absolute URL contains', 'url:page=2'),
  define('path', 'path', 'path', 'the path contains; starts with, if the value starts with a slash', 'path:/api'),
  define('host', 'text', 'host', 'the host name contains', 'host:api.example'),
  define('app', 'text', 'app', 'the name of the application contains', 'app:shop', 'application', 'service'),
  define('machine', 'text', 'machine', 'the machine that recorded the profile contains', 'machine:web-1'),
  define('ip', 'text', 'ip', 'the IP address of the client contains', 'ip:10.0.'),
  define('route', 'word', 'route', 'the name of the route', 'route:cities_list'),
  define('token', 'token', 'token', 'the profile token, 6 hexadecimal digits', 'token:a1b2c3'),
  define('since', 'since', 'time', 'received at or after', 'since:10m', 'start', 'from', 'after'),
  define('until', 'until', 'time', 'received at or before', 'until:2026-11-20', 'end', 'before'),
  define('time', 'time', 'time', 'received on that day or at that time', 'time:2026-11-20', 'on'),
  define('dur', 'duration', 'duration', 'duration in milliseconds', 'dur:>200', 'duration', 'took', 'ms'),
  define('size', 'size', 'bytes', 'size of the response body', 'size:>10kb', 'bytes'),
  define('reqsize', 'size', 'requestBytes', 'size of the request body', 'reqsize:>1mb', 'requestbytes'),
  define('db', 'count', 'dbCount', 'number of database queries', 'db:>20', 'dbcount', 'queries'),
  define('dbms', 'duration', 'dbTime', 'time in the database, in milliseconds', 'dbms:>50', 'dbtime'),
  define('http', 'count', 'httpCount', 'number of outgoing calls', 'http:>=1', 'httpcount', 'calls'),
  define('httpms', 'duration', 'httpTime', 'time in outgoing calls, in milliseconds', 'httpms:>1s', 'httptime'),
  define('warnings', 'count', 'warnings', 'number of logged warnings', 'warnings:>3'),
  define('errors', 'count', 'errors', 'number of logged errors, critical ones included', 'errors:0'),
  define('cost', 'count', 'cost', 'overhead of recording, in microseconds', 'cost:>100'),
  define(
    'exception',
    'text',
    'exception',
    'the class of the exception contains',
    'exception:TypeError',
    'error',
    'class',
  ),
  define('finding', 'finding', 'finding', 'the code of a finding, or a part of it', 'finding:slow'),
  define('type', 'text', 'contentType', 'the content type of the response contains', 'type:json', 'contenttype'),
  define('request', 'text', 'requestId', 'the request ID contains', 'request:01JD', 'requestid', 'id'),
  define('trace', 'text', 'traceId', 'the trace ID contains', 'trace:4bf92f35', 'traceid'),
  define('note', 'text', 'note', 'the note of a pinned profile contains', 'note:flaky'),
  define('boot', 'word', 'boot', 'the process run that recorded the profile', 'boot:k3x9'),
  define(
    'log',
    'log',
    'log',
    'a log record of that level, for warning and error also a higher one, or with that text',
    'log:warning',
    'logs',
  ),
  define('sql', 'text', 'sql', 'a database query contains', 'sql:"from city"', 'query'),
  define(
    'param',
    'word',
    'param',
    'a parameter of a database query, or a value in its text, is',
    'param:42',
    'parameter',
    'parameters',
    'value',
  ),
  define('user', 'user', 'user', 'the user contains; is, for a number', 'user:ada', 'users', 'login'),
  define('visitor', 'visitor', 'visitor', 'the id of the session or the credentials begins with', 'visitor:3f9a1c22'),
  define('body', 'text', 'body', 'the body of the request or the response contains', 'body:"isbn"'),
  define(
    'header',
    'header',
    'header',
    'a header of the request or the response contains',
    'header.x-tenant:acme',
    'headers',
  ),
  define(
    'text',
    'text',
    'text',
    'the URL, the user, a header, a body, a query, its parameters, a log record or an exception contains',
    'text:ada@example.com',
    'anywhere',
  ),
  define('has', 'has', 'finding', 'a finding by its code, or a feature such as exception', 'has:n1', 'is'),
];

/** The values of `has:` and `is:` besides the codes of findings. */
export const FEATURES: readonly {
  readonly name: string;
  readonly field: QueryField;
  readonly kind: 'any' | 'true' | 'one';
  readonly help: string;
}[] = [
  { name: 'exception', field: 'exception', kind: 'any', help: 'an exception was thrown' },
  { name: 'warning', field: 'warnings', kind: 'one', help: 'a warning was logged' },
  { name: 'error', field: 'errors', kind: 'one', help: 'an error was logged' },
  { name: 'failed', field: 'failed', kind: 'true', help: 'the status is 5xx, or an error was logged' },
  { name: 'aborted', field: 'aborted', kind: 'true', help: 'the client disconnected early' },
  { name: 'db', field: 'dbCount', kind: 'one', help: 'the database was queried' },
  { name: 'http', field: 'httpCount', kind: 'one', help: 'an outgoing call was made' },
  { name: 'finding', field: 'finding', kind: 'any', help: 'the profile has a finding' },
  { name: 'pin', field: 'pinned', kind: 'true', help: 'the profile is pinned' },
  { name: 'pinned', field: 'pinned', kind: 'true', help: 'the profile is pinned' },
  { name: 'note', field: 'note', kind: 'any', help: 'the profile has a note' },
  { name: 'body', field: 'requestBytes', kind: 'one', help: 'the request had a body' },
  { name: 'trace', field: 'traceId', kind: 'any', help: 'the profile has a trace ID' },
];

/** Returns the field with a name or an alias; case, `-` and `_` are ignored. */
export function fieldNamed(name: string): FieldDefinition | undefined {
  return BY_NAME.get(simple(name));
}

/** Returns all names and aliases, for suggestions. */
export function fieldNames(): string[] {
  return FIELDS.flatMap(({ name, aliases }) => [name, ...aliases]);
}

/** Returns the name of a field in the query language. */
export function nameOfField(field: QueryField): string {
  return FIELDS.find((candidate) => candidate.field === field && candidate.kind !== 'has')?.name ?? field;
}

const BY_NAME = new Map(
  FIELDS.flatMap((field) => [field.name, ...field.aliases].map((name) => [simple(name), field] as const)),
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

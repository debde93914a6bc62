import type { Span } from 'oriel-core/trace';
import { DB_QUERY, DB_SYSTEM, HTTP_METHOD, HTTP_STATUS, SPAN_KIND, URL_FULL } from '../semantic-conventions.ts';
import type { SpanDescription } from './profile-spans.ts';
import { METHODS, serverAttributes } from './request-attributes.ts';
import { URL } from 'oriel-core/builtins';

/** Describes a span of a profile: an outgoing HTTP call or a query as a client, all others as internal work. */
export function describeSpan(span: Span): SpanDescription {
  const { kind, name, error, details = {} } = span;
  const described =
    kind === 'http'
      ? describeCall(name, details)
      : kind === 'db'
        ? describeQuery(name, details)
        : kind === 'cache' && typeof details['client'] === 'string'
          ? describeRedis(name)
          : { name, kind: SPAN_KIND.internal, attributes: { 'oriel.kind': kind } };
  const status = details['status'];
  const isRefused = kind === 'http' && typeof status === 'number' && status >= 400;
  const failed = error !== undefined || isRefused;
  const reason = error === undefined ? status : '_OTHER';
  return {
    ...described,
    failed,
    message: error,
    attributes: {
      ...described.attributes,
      ...findPath(details['caller']),
      'error.type': failed ? String(reason) : undefined,
    },
  };
}

type Details = NonNullable<Span['details']>;
type Description = Pick<SpanDescription, 'name' | 'kind' | 'attributes'>;

function describeCall(name: string, { method: recorded, url, status }: Details): Description {
  const method = String(recorded ?? name.split(' ', 1)[0]);
  const known = METHODS.has(method);
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return {
    name: known ? method : 'HTTP',
    kind: SPAN_KIND.client,
    attributes: {
      [HTTP_METHOD]: known ? method : '_OTHER',
      'http.request.method_original': known ? undefined : method,
      [URL_FULL]: url,
      [HTTP_STATUS]: status,
      ...(parsed === null ? {} : serverAttributes(parsed)),
    },
  };
}

function describeQuery(name: string, { sql, rows, collection, operation, system }: Details): Description {
  const kind = SPAN_KIND.client;
  const returned = { 'db.response.returned_rows': typeof rows === 'number' ? rows : undefined };
  if (collection !== undefined || operation !== undefined) {
    const summary = [operation, collection].filter((value) => value !== undefined).join(' ');
    const names = { 'db.operation.name': operation, 'db.collection.name': collection };
    return { name: summary, kind, attributes: { [DB_SYSTEM]: 'mongodb', ...names, [DB_QUERY]: name, ...returned } };
  }
  const text = typeof sql === 'string' ? sql : name;
  const summary = summarize(text);
  return {
    name: summary ?? 'SQL',
    kind,
    // Statements of other drivers have no system.
    attributes: { [DB_SYSTEM]: system ?? 'other_sql', [DB_QUERY]: text, 'db.query.summary': summary, ...returned },
  };
}

function describeRedis(name: string): Description {
  const operation = name.split(' ', 1)[0] ?? '';
  const attributes = { [DB_SYSTEM]: 'redis', 'db.operation.name': operation, [DB_QUERY]: name };
  return { name: operation, kind: SPAN_KIND.client, attributes };
}

/** Returns the operation and the first table of a statement, which few different spans have; undefined if unknown. */
function summarize(sql: string): string | undefined {
  const start = sql.slice(0, MAX_SUMMARIZED);
  const operation = /^\s*([a-z]{2,20})\b/i.exec(start)?.[1]?.toUpperCase();
  if (operation === undefined) return undefined;
  const table = /\b(?:from|into|update|join|table)\s+([\w"`.[\]]{1,100})/i.exec(start)?.[1];
  return table === undefined ? operation : `${operation} ${table.replace(/["`[\]]/g, '')}`;
}

function findPath(caller: unknown): Record<string, unknown> {
  const [, file, line] = /^(.{1,500}):(\d{1,7})(?::\d{1,7})?$/.exec(String(caller ?? '')) ?? [];
  return file === undefined ? {} : { 'code.file.path': file, 'code.line.number': Number(line) };
}

const MAX_SUMMARIZED = 2_000;

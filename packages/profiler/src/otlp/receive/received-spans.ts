import type { Span, SpanKind } from 'oriel-core/trace';
import type { Redactor } from '../../record/redaction/redactor.ts';
import { DB_QUERY, DB_SYSTEM, HTTP_METHOD, HTTP_STATUS, SPAN_KIND, URL_FULL } from '../semantic-conventions.ts';
import { maskAttributes, readAttribute } from './mask-attribute.ts';
import type { ReceivedSpan } from './received-messages.ts';

/** Converts the spans of a received request. Their IDs are numbers in the order of their starts. */
export function toRecordedSpans(root: ReceivedSpan, spans: readonly ReceivedSpan[], redactor: Redactor): Span[] {
  const ordered = spans.toSorted((a, b) => a.start - b.start).slice(0, MAX_SPANS);
  const ids = new Map(ordered.map(({ spanId }, index) => [spanId, index + 1]));
  return ordered.map((span, index) => ({
    id: index + 1,
    parent: ids.get(span.parentId ?? '') ?? 0,
    start: Math.max(0, span.start - root.start),
    duration: span.end - span.start,
    error: span.failed ? redactor.text(span.message || 'failed') : undefined,
    ...describeSpan(span, redactor),
  }));
}

type Description = Pick<Span, 'kind' | 'name' | 'details'>;

function describeSpan(span: ReceivedSpan, redactor: Redactor): Description {
  const { attributes, spanId, kind } = span;
  const read = (names: readonly string[]): string => readAttribute(attributes, ...names);
  const others = maskAttributes(
    [...attributes].filter(([name]) => !SHOWN.has(name)),
    redactor,
  );
  const describe = (as: SpanKind, name: string, details: object): Description => ({
    kind: as,
    name: name.slice(0, MAX_NAME_LENGTH),
    details: { ...others, ...details, spanId },
  });
  const system = read(SYSTEM);
  if (system !== '') {
    const sql = redactor.sql(read(STATEMENT), system) || redactor.text(span.name);
    const rows = attributes.get('db.response.returned_rows');
    const details = { system: redactor.text(system), ...(typeof rows === 'number' ? { rows } : {}) };
    return system === 'redis' ? describe('cache', sql, details) : describe('db', sql, { sql, ...details });
  }
  const method = redactor.text(read(METHOD));
  const url = redactor.url(read(FULL_URL));
  if (kind !== SPAN_KIND.client || method === '') return describe('user', redactor.text(span.name), {});
  const status = Number(read(STATUS));
  return describe('http', `${method} ${url}`, { method, url, ...(status >= 100 && status <= 599 ? { status } : {}) });
}

// Each with the name that earlier versions of the conventions have.
const SYSTEM = [DB_SYSTEM, 'db.system'];
const STATEMENT = [DB_QUERY, 'db.statement'];
const METHOD = [HTTP_METHOD, 'http.method'];
const FULL_URL = [URL_FULL, 'http.url'];
const STATUS = [HTTP_STATUS, 'http.status_code'];
const SHOWN: ReadonlySet<string> = new Set([...SYSTEM, ...STATEMENT, ...METHOD, ...FULL_URL, ...STATUS]);
const MAX_SPANS = 5_000;
const MAX_NAME_LENGTH = 200;

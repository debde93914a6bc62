import type { Span } from '../../trace/index.ts';
import type { Collector } from '../collector.ts';
import type { ByteWriter } from '../packing/byte-writer.ts';
import { writeAll, writeSpan } from '../packing/part-writers.ts';
import type { Redactor } from '../redaction.ts';
import { said, tellerOf } from './said.ts';

/** What took how long, and inside what. */
export const spansCollector: Collector = {
  name: 'spans',
  collect: ({ context, redactor }): readonly Span[] => context.trace.spans.map((span) => shown(span, redactor)),
  write: ({ context, redactor }, to) => writeSpans(to, context.trace.spans, redactor),
};

/** Writes what the collector gives of some spans. */
export function writeSpans(to: ByteWriter, spans: readonly Span[], redactor: Redactor): void {
  const tell = tellerOf(redactor);
  writeAll(to, spans, (_to, span) => {
    // Most spans have no details and nothing to hide.
    if (isPlain(span)) writeSpan(to, span, span.name, undefined, undefined, tell);
    else writeSpan(to, span, nameOf(span, redactor), detailsOf(span, redactor), errorOf(span, redactor));
  });
}

function shown(span: Span, redactor: Redactor): Span {
  const name = nameOf(span, redactor);
  if (isPlain(span)) return name === span.name ? span : { ...span, name };
  return { ...span, name, error: errorOf(span, redactor), details: detailsOf(span, redactor) };
}

function isPlain({ details, error }: Span): boolean {
  return details === undefined && error === undefined;
}

// Of a statement the name is its beginning.
function nameOf({ name, details }: Span, redactor: Redactor): string {
  const sql = details?.['sql'];
  if (typeof sql !== 'string' || !sql.startsWith(name)) return said(name, redactor);
  return shortened(redactor.sql(sql)).slice(0, name.length);
}

function errorOf({ error }: Span, redactor: Redactor): string | undefined {
  return error === undefined ? undefined : said(error, redactor);
}

function detailsOf({ details }: Span, redactor: Redactor): Readonly<Record<string, unknown>> | undefined {
  if (details === undefined) return undefined;
  const { sql, parameters, rows } = details as { sql?: unknown; parameters?: unknown; rows?: unknown };
  if (typeof sql !== 'string') return redactor.value(details) as Record<string, unknown>;
  const hidden = shortened(redactor.sql(sql));
  const masked = Array.isArray(parameters) ? { parameters: parametersOf(sql, parameters, redactor) } : undefined;
  // What adapters add to a statement is mostly how many rows there were.
  if (typeof rows === 'number' && hasOnlyUsual(details)) return { rows, sql: hidden, ...masked };
  const { sql: _, parameters: __, ...rest } = details;
  return { ...(redactor.value(rest) as object), sql: hidden, ...masked };
}

function hasOnlyUsual(details: object): boolean {
  for (const name in details) if (name !== 'sql' && name !== 'parameters' && name !== 'rows') return false;
  return true;
}

// Whoever writes ten thousand rows at once has statements and parameters without end.
function shortened(sql: string): string {
  return sql.length <= LONGEST_SQL ? sql : `${sql.slice(0, LONGEST_SQL)}… (${sql.length} characters)`;
}

function parametersOf(sql: string, parameters: readonly unknown[], redactor: Redactor): unknown[] {
  const rest = parameters.length - MOST_PARAMETERS;
  if (rest <= 0) return redactor.sqlParameters(sql, parameters);
  return [...redactor.sqlParameters(sql, parameters.slice(0, MOST_PARAMETERS)), `… ${rest} more`];
}

const LONGEST_SQL = 20_000;
const MOST_PARAMETERS = 500;

import type { Span } from '../../core/trace/span.ts';
import type { Collector } from '../collector.ts';
import { writeAll, writeSpan } from '../store/packing/part-writers.ts';
import { beginMembers, writeMember, writeValue } from '../store/packing/plain-value.ts';
import type { ProfileWriter } from '../store/packing/profile-writer.ts';
import type { Redactor } from '../redaction/redaction.ts';
import { said, tellerOf } from './said.ts';

/** What took how long, and inside what. */
export const spansCollector: Collector = {
  name: 'spans',
  collect: ({ context, redactor }): readonly Span[] => context.trace.spans.map((span) => shown(span, redactor)),
  write: ({ context, redactor }, to) => writeSpans(to, context.trace.spans, redactor),
};

/** Writes what the collector gives of some spans. */
export function writeSpans(to: ProfileWriter, spans: readonly Span[], redactor: Redactor): void {
  const tell = tellerOf(redactor);
  writeAll(to, spans, (_to, span) => {
    const { details } = span;
    // Most spans have no details and nothing to hide.
    if (isPlain(span)) return writeSpan(to, span, span.name, false, undefined, tell);
    writeSpan(to, span, nameOf(span, redactor), details !== undefined, errorOf(span, redactor));
    if (details !== undefined) writeDetails(to, details, redactor);
  });
}

function writeDetails(to: ProfileWriter, details: Details, redactor: Redactor): void {
  const { sql, parameters, rows, caller } = details;
  if (typeof sql === 'string' && Array.isArray(parameters) && typeof rows === 'number' && hasOnlyUsual(details)) {
    beginMembers(to, caller === undefined ? 3 : 4);
    writeMember(to, 'rows', rows);
    if (caller !== undefined) writeMember(to, 'caller', said(caller, redactor));
    writeMember(to, 'sql', shortened(redactor.sql(sql)));
    writeMember(to, 'parameters', parametersOf(sql, parameters, redactor));
  } else if (typeof sql !== 'string' && redactor.isPlain(details)) writeValue(to, details, redactor.ways.text);
  else writeValue(to, detailsOf(details, redactor));
}

function shown(span: Span, redactor: Redactor): Span {
  const { details } = span;
  const name = nameOf(span, redactor);
  if (isPlain(span)) return name === span.name ? span : { ...span, name };
  return { ...span, name, error: errorOf(span, redactor), details: details && detailsOf(details, redactor) };
}

function isPlain({ details, error }: Span): boolean {
  return details === undefined && error === undefined;
}

// Of a statement the name is its beginning.
function nameOf({ name, details }: Span, redactor: Redactor): string {
  const sql = details?.['sql'];
  if (typeof sql !== 'string' || !sql.startsWith(name)) return said(name, redactor);
  const hidden = redactor.sql(sql);
  return hidden === sql ? name : shortened(hidden).slice(0, name.length);
}

function errorOf({ error }: Span, redactor: Redactor): string | undefined {
  return error === undefined ? undefined : said(error, redactor);
}

type Details = NonNullable<Span['details']>;

function detailsOf(details: Details, redactor: Redactor): Details {
  const { sql, parameters, rows, caller } = details;
  if (typeof sql !== 'string') return redactor.value(details) as Record<string, unknown>;
  const hidden = shortened(redactor.sql(sql));
  const masked = Array.isArray(parameters) ? { parameters: parametersOf(sql, parameters, redactor) } : undefined;
  // What adapters add to a statement is mostly how many rows there were, and who asked.
  if (typeof rows === 'number' && hasOnlyUsual(details))
    return { rows, ...(caller === undefined ? {} : { caller: said(caller, redactor) }), sql: hidden, ...masked };
  const { sql: _, parameters: __, ...rest } = details;
  return { ...(redactor.value(rest) as object), sql: hidden, ...masked };
}

function hasOnlyUsual(details: object): boolean {
  for (const name in details)
    if (name !== 'sql' && name !== 'parameters' && name !== 'rows' && name !== 'caller') return false;
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

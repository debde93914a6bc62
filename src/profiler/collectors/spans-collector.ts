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
    if (span.details === undefined && span.error === undefined) writeSpan(to, span, tell);
    else writeSpan(to, shown(span, redactor));
  });
}

function shown(span: Span, redactor: Redactor): Span {
  const name = said(span.name, redactor);
  // Most spans have no details and nothing to hide.
  if (span.details === undefined && span.error === undefined) return name === span.name ? span : { ...span, name };
  const { sql, parameters, ...rest } = (span.details ?? {}) as { sql?: unknown; parameters?: unknown };
  const error = span.error === undefined ? undefined : said(span.error, redactor);
  if (typeof sql === 'string') {
    const hidden = shortened(redactor.sql(sql));
    const masked = Array.isArray(parameters) ? parametersOf(sql, parameters, redactor) : undefined;
    return {
      ...span,
      // Of a statement the name is its beginning.
      name: sql.startsWith(span.name) ? hidden.slice(0, span.name.length) : name,
      error,
      details: {
        ...plain(rest, redactor),
        sql: hidden,
        ...(masked ? { parameters: masked } : {}),
      },
    };
  }
  if (span.details === undefined) return { ...span, name, error };
  return { ...span, name, error, details: redactor.value(span.details) as Record<string, unknown> };
}

// What adapters add to a statement is mostly how many rows there were.
function plain(rest: { readonly rows?: unknown }, redactor: Redactor): object {
  for (const name in rest) if (name !== 'rows' || typeof rest.rows !== 'number') return redactor.value(rest) as object;
  return rest;
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

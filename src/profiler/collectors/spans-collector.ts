import type { Span } from '../../trace/index.ts';
import type { Collector } from '../collector.ts';
import type { Redactor } from '../redaction.ts';
import { said } from './said.ts';

/** What took how long, and inside what. */
export const spansCollector: Collector = {
  name: 'spans',
  collect({ context, redactor }): readonly Span[] {
    return context.trace.spans.map((span) => {
      // Most spans have no details and nothing to hide.
      if (span.details === undefined && span.error === undefined && said(span.name, redactor) === span.name)
        return span;
      const { sql, parameters, ...rest } = (span.details ?? {}) as { sql?: unknown; parameters?: unknown };
      const error = span.error === undefined ? undefined : said(span.error, redactor);
      if (typeof sql === 'string') {
        const hidden = shortened(redactor.sql(sql));
        const masked = Array.isArray(parameters) ? parametersOf(sql, parameters, redactor) : undefined;
        return {
          ...span,
          // Of a statement the name is its beginning.
          name: sql.startsWith(span.name) ? hidden.slice(0, span.name.length) : said(span.name, redactor),
          error,
          details: {
            ...plain(rest, redactor),
            sql: hidden,
            ...(masked ? { parameters: masked } : {}),
          },
        };
      }
      const name = said(span.name, redactor);
      if (span.details === undefined) return { ...span, name, error };
      return { ...span, name, error, details: redactor.value(span.details) as Record<string, unknown> };
    });
  },
};

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

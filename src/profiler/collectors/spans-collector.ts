import type { Span } from '../../trace/index.ts';
import type { Collector } from '../collector.ts';

/** What took how long, and inside what. */
export const spansCollector: Collector = {
  name: 'spans',
  collect({ context, redactor }): readonly Span[] {
    return context.trace.spans.map((span) => {
      const { sql, parameters, ...rest } = (span.details ?? {}) as { sql?: unknown; parameters?: unknown };
      const error = span.error === undefined ? undefined : redactor.text(span.error);
      if (typeof sql === 'string') {
        const hidden = redactor.sql(sql);
        const masked = Array.isArray(parameters) ? redactor.sqlParameters(sql, parameters) : undefined;
        return {
          ...span,
          // Of a statement the name is its beginning.
          name: sql.startsWith(span.name) ? hidden.slice(0, span.name.length) : redactor.text(span.name),
          error,
          details: {
            ...(redactor.value(rest) as object),
            sql: hidden,
            ...(masked ? { parameters: masked } : {}),
          },
        };
      }
      const name = redactor.text(span.name);
      if (span.details === undefined) return name === span.name && error === undefined ? span : { ...span, name, error };
      return { ...span, name, error, details: redactor.value(span.details) as Record<string, unknown> };
    });
  },
};

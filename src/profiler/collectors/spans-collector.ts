import type { Span } from '../../trace/index.ts';
import type { Collector } from '../collector.ts';

/** What took how long, and inside what. */
export const spansCollector: Collector = {
  name: 'spans',
  collect({ context, redactor }): readonly Span[] {
    return context.trace.spans.map((span) => {
      const { sql, parameters, ...rest } = (span.details ?? {}) as { sql?: unknown; parameters?: unknown };
      if (typeof sql === 'string') {
        const masked = Array.isArray(parameters) ? redactor.sqlParameters(sql, parameters) : undefined;
        return {
          ...span,
          name: redactor.text(span.name),
          details: {
            ...(redactor.value(rest) as object),
            sql: redactor.sql(sql),
            ...(masked ? { parameters: masked } : {}),
          },
        };
      }
      return span.details === undefined
        ? span
        : { ...span, name: redactor.text(span.name), details: redactor.value(span.details) as Record<string, unknown> };
    });
  },
};

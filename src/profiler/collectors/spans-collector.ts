import type { Span } from '../../core/trace/span.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import { EVENT_LOOP_BLOCK } from '../findings/time.ts';
import type { EventLoopWatch } from '../recorder/watch-event-loop.ts';
import type { Redactor } from '../redaction/redaction.ts';
import { redactedText } from './redacted-text.ts';

/**
 * Collects the spans of a request, and a span for each time that the event loop was blocked meanwhile, by any request.
 *
 * @param loop the blocks of the event loop; without it, only the spans of the request are collected
 */
export function spansCollector(loop?: Pick<EventLoopWatch, 'between'>): Collector {
  return {
    name: 'spans',
    collect(subject): readonly Span[] {
      const { spans } = subject.context.trace;
      const redacted = spans.map((span) => redactSpan(span, subject.redactor));
      return loop === undefined ? redacted : addBlocks(redacted, loop, subject);
    },
  };
}

function addBlocks(
  spans: Span[],
  loop: Pick<EventLoopWatch, 'between'>,
  { context, delivery }: CollectorSubject,
): readonly Span[] {
  const { began } = context.trace;
  const blocks = loop.between(began, began + delivery.milliseconds);
  let id = blocks.length === 0 ? 0 : spans.reduce((highest, span) => Math.max(highest, span.id), 0);
  for (const { start, duration } of blocks)
    spans.push({ id: ++id, parent: 0, kind: 'kernel', name: EVENT_LOOP_BLOCK, start: start - began, duration });
  return spans;
}

function redactSpan(span: Span, redactor: Redactor): Span {
  const { id, parent, kind, start, duration, error, details } = span;
  return {
    id,
    parent,
    kind,
    name: redactName(span, redactor),
    start,
    duration,
    error: error === undefined ? undefined : redactedText(error, redactor),
    details: details && redactDetails(details, redactor),
  };
}

// The name of a query is the beginning of its statement.
function redactName({ name, details }: Span, redactor: Redactor): string {
  const sql = details?.['sql'];
  if (typeof sql !== 'string' || !sql.startsWith(name)) return redactedText(name, redactor);
  const redacted = redactor.sql(sql);
  return redacted === sql ? name : truncateSql(redacted).slice(0, name.length);
}

type Details = NonNullable<Span['details']>;

function redactDetails(details: Details, redactor: Redactor): Details {
  const { sql, parameters, rows, caller } = details;
  if (typeof sql !== 'string') return redactor.value(details) as Record<string, unknown>;
  const redactedSql = truncateSql(redactor.sql(sql));
  const masked = Array.isArray(parameters) ? { parameters: redactParameters(sql, parameters, redactor) } : undefined;
  // The usual members of a query, handled without a copy of the rest.
  if (typeof rows === 'number' && hasOnlyUsualMembers(details)) {
    const from = caller === undefined ? {} : { caller: redactedText(caller, redactor) };
    return { rows, ...from, sql: redactedSql, ...masked };
  }
  const { sql: _, parameters: __, ...rest } = details;
  return { ...(redactor.value(rest) as object), sql: redactedSql, ...masked };
}

function hasOnlyUsualMembers(details: object): boolean {
  for (const name in details)
    if (name !== 'sql' && name !== 'parameters' && name !== 'rows' && name !== 'caller') return false;
  return true;
}

// An insert of many rows can have a statement of many megabytes.
function truncateSql(sql: string): string {
  return sql.length <= LONGEST_SQL ? sql : `${sql.slice(0, LONGEST_SQL)}… (${sql.length} characters)`;
}

function redactParameters(sql: string, parameters: readonly unknown[], redactor: Redactor): unknown[] {
  const rest = parameters.length - MOST_PARAMETERS;
  if (rest <= 0) return redactor.sqlParameters(sql, parameters);
  return [...redactor.sqlParameters(sql, parameters.slice(0, MOST_PARAMETERS)), `… ${rest} more`];
}

const LONGEST_SQL = 20_000;
const MOST_PARAMETERS = 500;

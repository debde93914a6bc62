import { writableRows } from '../reach/write-scope.ts';
import { parsePathScope } from '../model/collection-path.ts';
import { OperationRun } from '../operations/operation-run.ts';
import { findQuery } from '../request/read-query.ts';
import type { ListWindow, Page } from '../declare/list-request.ts';
import { HttpError } from 'oriel-core/http';
import type { HttpContext, Violation } from 'oriel-core/http';
import type { OperationLimit, RecordedViolation, RecordedWindow, RecordedRun, Redactor } from 'oriel/recorder';
import { orderText, recordedOperation } from './recorded-operation.ts';
import type { OperationQuery } from '../model/operation.ts';
import type { Collector } from '../../collector.ts';

/**
 * Returns the state of a request to an operation for the profile, without defaults and what other collectors record. For a plain
 * route, returns the violations of the request.
 */
export function recordedRun(context: HttpContext, redactor: Redactor): RecordedRun | undefined {
  const violations = context.error === undefined ? undefined : violationsOf(context.error, redactor);
  const run = context.operation;
  if (!(run instanceof OperationRun)) return violations && { violations };
  const { operation, query, changes, page, isCreated } = run;
  const recorded: Open<RecordedRun> = {};
  if (violations) recorded.violations = violations;
  if (context.query !== '') recorded.meanings = meaningsOf(context.query, findQuery(run), redactor);
  if (isCreated) recorded.created = true;
  const limits = limitsOf(run);
  if (limits.length > 0)
    recorded.limits = limits.map(({ by, condition }) => ({ by, condition: redactor.value(condition) }));
  if (run.ignoredFilter) recorded.ignoredFilter = run.ignoredFilter;
  if (operation.resource.hasReadRules && query)
    recorded.readable = run.readableFields.map((name) =>
      run.readableByItem.includes(name) ? `${name} (by item)` : name,
    );
  if (changes) recorded.changed = Object.keys(changes);
  if (query === undefined) return recorded;
  if (hasMembers(query.filters)) recorded.filters = redactor.value(query.filters);
  if (hasMembers(query.declared)) recorded.own = redactor.value(query.declared);
  if (query.ignored.length > 0)
    recorded.ignored = query.ignored.slice(0, MAX_NAMES).map((name) => redactor.text(shortened(name)));
  if (query.fields) recorded.fields = query.fields;
  const { request } = query;
  if (request === undefined) return recorded;
  if (request.relevance !== undefined) recorded.order = ['relevance', ...orderText(request.order)];
  else if (request.order !== operation.resource.order) recorded.order = orderText(request.order);
  recorded.window = windowOf(request.window, query.page);
  recorded.counted = request.count;
  if (page) {
    const items = countOf(page);
    recorded.given = { items, total: page.total, next: page.hasNext, previous: page.hasPrevious };
  }
  return recorded;
}

// The sources of the rows of a request: the path, the tenant, the access rules and the store.
function limitsOf(run: OperationRun): OperationLimit[] {
  const { resource, collectionPath } = run.operation;
  const limits: OperationLimit[] = [
    { by: 'path', condition: parsePathScope(collectionPath, run.uri) },
    { by: 'tenant', condition: run.reach.tenant },
    { by: 'where', condition: writableRows(run.reach) },
    { by: 'store', condition: attempt(() => resource.store?.scope?.(run.context)) },
  ];
  return limits.filter(({ condition }) => hasMembers(condition));
}

// The scope of a store may need a user, and the request may have failed without one.
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

// Counts rows, so that items are not created for the profile.
function countOf(page: Page<unknown>): number | undefined {
  const items = page.rows === undefined ? page.items : page.rows.values;
  return Array.isArray(items) ? items.length : undefined;
}

type Open<T> = { -readonly [Key in keyof T]: T[Key] };

// The values are in the recorded query.
function meaningsOf(
  sent: string,
  query: OperationQuery | undefined,
  redactor: Redactor,
): NonNullable<RecordedRun['meanings']> {
  const names = new Set(new URLSearchParams(sent).keys());
  return [...names].slice(0, MAX_NAMES).map((name) => {
    const known = query?.parameters.get(name);
    if (known) return [shortened(name), `${known.meaning}: ${known.description}`] as const;
    const isAlternative = /(?:^|\[)or\]?\[\d{1,2}\]/.test(name);
    return [redactor.text(shortened(name)), isAlternative ? 'or: one of several alternatives' : null] as const;
  });
}

function windowOf(window: ListWindow, page: number): RecordedWindow {
  if (window.by === 'all') return window;
  if (window.by === 'offset') return { by: 'offset', page, limit: window.limit };
  const { direction, from, limit } = window;
  const edge = direction === 'after' ? 'start' : 'end';
  return { by: 'cursor', limit, from: from === undefined ? edge : direction };
}

function violationsOf(error: unknown, redactor: Redactor): RecordedViolation[] | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const violations = error.extensions?.['errors'];
  if (!Array.isArray(violations) || violations.length === 0) return undefined;
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? redactor.text(value.slice(0, MAX_LENGTH)) : undefined;
  return (violations as readonly Partial<Violation>[]).slice(0, MAX_VIOLATIONS).map((each) => ({
    pointer: text(each.pointer),
    parameter: text(each.parameter),
    detail: text(each.detail?.toString()) ?? '',
    code: text(each.code),
  }));
}

const MAX_NAMES = 100;
const MAX_VIOLATIONS = 100;
const MAX_LENGTH = 1_000;

function shortened(name: string): string {
  return name.length > 200 ? name.slice(0, 200).toWellFormed() : name;
}

function hasMembers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
  for (const _ in value) return true;
  return false;
}

/**
 * Collectors for the panels of resources: the declaration of an operation, stored once per operation, and the state of the
 * request. Registered by the host, because the profiler does not import features.
 */
export const operationCollectors: readonly Collector[] = [
  {
    name: 'operation',
    collect({ context: { operation: run } }) {
      return run instanceof OperationRun ? recordedOperation(run.operation, findQuery(run)) : undefined;
    },
  },
  { name: 'run', collect: ({ context, redactor }) => recordedRun(context, redactor) },
];

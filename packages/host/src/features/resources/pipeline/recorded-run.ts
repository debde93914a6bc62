import { writableRows } from '../reach/write-scope.ts';
import { parsePathScope } from '../model/collection-path.ts';
import { OperationRun } from '../operations/operation-run.ts';
import { findQuery } from '../request/read-query.ts';
import type { ListQuery, ListRequest, ListWindow, Page } from '../declare/list-request.ts';
import { HttpError } from 'oriel-core/http';
import type { HttpContext, Violation } from 'oriel-core/http';
import type {
  OperationLimit,
  RecordedViolation,
  RecordedWindow,
  RecordedRun,
  Redactor,
  RecordedOperation,
} from 'oriel/recorder';
import type { OperationQuery, Operation } from '../model/operation.ts';
import type { FindMissingIndexes } from '../source/index-reader.ts';
import { missingIndexes } from './recorded-indexes.ts';
import type { Collector } from '../../collector.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Returns the state of a request to an operation for the profile; of a plain route, the violations of the request. */
export function recordedRun(
  context: HttpContext,
  redactor: Redactor,
  indexes?: FindMissingIndexes,
): RecordedRun | undefined {
  const violations = getViolations(context.error, redactor);
  const run = context.operation;
  if (!(run instanceof OperationRun)) return violations && { violations };
  const { operation, query, changes, isCreated, ignoredFilter } = run;
  const limits = getLimits(run).map(({ by, condition }) => ({ by, condition: redactor.value(condition) }));
  return {
    violations,
    ...(context.query !== '' && { meanings: getMeanings(context.query, findQuery(run), redactor) }),
    ...(isCreated && { created: true }),
    ...(limits.length > 0 && { limits }),
    ignoredFilter,
    ...(operation.resource.hasReadRules && query && { readable: getReadable(run) }),
    ...(changes && { changed: Object.keys(changes) }),
    ...(query && recordQuery(query, redactor)),
    ...(query?.request && recordList(query.request, query.page, run, indexes)),
  };
}

function getReadable({ readableFields, readableByItem }: OperationRun): string[] {
  return readableFields.map((name) => (readableByItem.includes(name) ? `${name} (by item)` : name));
}

function recordQuery({ filters, declared, ignored, fields }: ListQuery, redactor: Redactor): RecordedRun {
  return {
    ...(hasMembers(filters) && { filters: redactor.value(filters) }),
    ...(hasMembers(declared) && { own: redactor.value(declared) }),
    ...(ignored.length > 0 && { ignored: ignored.slice(0, MAX_NAMES).map((name) => redactor.text(shortened(name))) }),
    fields,
  };
}

function recordList(
  request: ListRequest,
  number: number,
  run: OperationRun,
  indexes?: FindMissingIndexes,
): RecordedRun {
  const { operation, reach, page } = run;
  const order = orderText(request.order);
  const ownOrder = request.order === operation.resource.order ? undefined : order;
  const missing = indexes === undefined ? [] : missingIndexes(run, reach, indexes);
  return {
    order: request.relevance === undefined ? ownOrder : ['relevance', ...order],
    window: getWindow(request.window, number),
    counted: request.count,
    ...(missing.length > 0 && { missingIndexes: missing }),
    given: page && { items: getCount(page), total: page.total, next: page.hasNext, previous: page.hasPrevious },
  };
}

// The sources of the rows of a request: the path, the tenant, the access rules and the store.
function getLimits(run: OperationRun): OperationLimit[] {
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

function getCount({ items }: Page<unknown>): number | undefined {
  return Array.isArray(items) ? items.length : undefined;
}

// The values are in the recorded query.
function getMeanings(
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

function getWindow(window: ListWindow, page: number): RecordedWindow {
  if (window.by === 'all') return window;
  if (window.by === 'offset') return { by: 'offset', page, limit: window.limit };
  const { direction, from, limit } = window;
  const edge = direction === 'after' ? 'start' : 'end';
  return { by: 'cursor', limit, from: from === undefined ? edge : direction };
}

function getViolations(error: unknown, redactor: Redactor): RecordedViolation[] | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const violations = error.extensions?.['errors'];
  if (!Array.isArray(violations) || violations.length === 0) return undefined;
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? redactor.text(value.slice(0, MAX_LENGTH)) : undefined;
  return (violations as readonly Partial<Violation>[]).slice(0, MAX_VIOLATIONS).map((violation) => ({
    pointer: text(violation.pointer),
    parameter: text(violation.parameter),
    detail: text(violation.detail?.toString()) ?? '',
    code: text(violation.code),
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

/** Collectors of the declaration of an operation, which is stored once, and of the state of the request. */
export const operationCollectors = (indexes: FindMissingIndexes | undefined): readonly Collector[] => [
  {
    name: 'operation',
    collect({ context: { operation: run } }) {
      return run instanceof OperationRun ? recordedOperation(run.operation, findQuery(run)) : undefined;
    },
  },
  { name: 'run', collect: ({ context, redactor }) => recordedRun(context, redactor, indexes) },
];

/** Returns the declaration of an operation for the profiler. The object is the same for all requests of the operation. */
function recordedOperation(operation: Operation, query: OperationQuery | undefined): RecordedOperation {
  const known = query && CACHE.get(query);
  if (known) return known;
  const recorded = describe(operation, query);
  if (query) CACHE.set(query, recorded);
  return recorded;
}

// A query parser belongs to one operation and one dialect.
const CACHE = new WeakMap<OperationQuery, RecordedOperation>();

function describe(operation: Operation, query: OperationQuery | undefined): RecordedOperation {
  const { name, kind, resource, method, path, input, inputMembers, readers, formats, responseOptions } = operation;
  const { cacheControl, tagSource, lastModified } = responseOptions;
  return {
    name,
    kind,
    method,
    path: path.replace(/\.\{_format[^}]*\}$/, ''),
    resource: resource.name,
    type: resource.type,
    reads: readsBy(operation),
    writes: writesBy(operation),
    input: input && { vendor: String(input['~standard'].vendor), members: inputMembers },
    bodies: [...readers.keys()],
    formats: formats.map((format) => ({ name: format.name, type: format.types[0] ?? format.contentType })),
    dialect: query?.dialect.name ?? 'plain',
    parameters: query ? [...query.parameters.keys()].slice(0, MAX_PARAMETERS) : [],
    page: kind === 'list' ? { by: resource.page.by, size: resource.page.size, max: resource.page.max } : undefined,
    order: kind === 'list' ? orderText(resource.order) : [],
    cache: {
      control: cacheControl,
      state: typeof tagSource === 'object' ? tagSource.field : tagSource,
      lastModified,
    },
  };
}

const MAX_PARAMETERS = 200;

/** Formats an order: `title asc`. */
function orderText(order: ResourceModel['order']): string[] {
  return order.map(({ field, direction }) => `${field} ${direction}`);
}

function readsBy({ kind, hasItem, resource }: Operation): string | undefined {
  const method = kind === 'list' ? 'list' : hasItem ? 'get' : undefined;
  return method && describeSource('provide', method, resource);
}

function writesBy({ kind, resource, custom, hooks }: Operation): string | undefined {
  if (kind === 'list' || kind === 'get') return undefined;
  const source = custom ? 'its own function, handle' : describeSource('process', kind, resource);
  if (source === undefined || hooks === undefined) return source;
  return `${source}, with hooks: ${hooks.before.length} before, ${hooks.after.length} after`;
}

function describeSource(
  option: 'provide' | 'process',
  kind: Operation['kind'],
  { functions, store }: ResourceModel,
): string | undefined {
  if (functions.has(kind)) return `its own function, ${option}.${kind}`;
  if (store === undefined) return undefined;
  const className = store.constructor.name;
  return className === '' || className === 'Object' ? `its store, ${kind}` : `its store, ${kind} of ${className}`;
}

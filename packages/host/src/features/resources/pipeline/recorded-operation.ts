import type { Operation, OperationQuery } from '../model/operation.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { RecordedOperation } from 'oriel/recorder';

/** Returns the declaration of an operation for the profiler. The object is the same for all requests of the operation. */
export function recordedOperation(operation: Operation, query: OperationQuery | undefined): RecordedOperation {
  const known = query && CACHE.get(query);
  if (known) return known;
  const recorded = describe(operation, query);
  if (query) CACHE.set(query, recorded);
  return recorded;
}

// A query parser belongs to one operation and one dialect.
const CACHE = new WeakMap<OperationQuery, RecordedOperation>();

function describe(operation: Operation, query: OperationQuery | undefined): RecordedOperation {
  const {
    name,
    kind,
    resource,
    method,
    path,
    input,
    inputMembers,
    readers,
    formats,
    responseOptions: answers,
  } = operation;
  const { tagSource: state } = answers;
  return {
    name,
    kind,
    method,
    path: path.replace(/\.\{_format[^}]*\}$/, ''),
    resource: resource.name,
    type: resource.type,
    reads: readsBy(operation),
    writes: writesBy(operation) && `${writesBy(operation)}${hooksText(operation)}`,
    input: input && { vendor: String(input['~standard'].vendor), members: inputMembers },
    bodies: [...readers.keys()],
    formats: formats.map((format) => ({ name: format.name, type: format.types[0] ?? format.contentType })),
    dialect: query?.dialect.name ?? 'plain',
    parameters: query ? [...query.parameters.keys()].slice(0, MAX_PARAMETERS) : [],
    page: kind === 'list' ? { by: resource.page.by, size: resource.page.size, max: resource.page.max } : undefined,
    order: kind === 'list' ? orderText(resource.order) : [],
    cache: {
      control: answers.cacheControl,
      state: state === undefined || state === 'hash' ? state : state.field,
      lastModified: answers.lastModified,
    },
  };
}

const MAX_PARAMETERS = 200;

/** Formats an order: `title asc`. */
export function orderText(order: ResourceModel['order']): string[] {
  return order.map(({ field, direction }) => `${field} ${direction}`);
}

function readsBy({ kind, hasItem, resource }: Operation): string | undefined {
  const method = kind === 'list' ? 'list' : hasItem ? 'get' : undefined;
  if (method === undefined) return undefined;
  return resource.functions.has(method) ? `its own function, provide.${method}` : storeOf(resource, method);
}

function writesBy({ kind, resource, custom }: Operation): string | undefined {
  if (custom) return 'its own function, handle';
  if (kind === 'list' || kind === 'get') return undefined;
  return resource.functions.has(kind) ? `its own function, process.${kind}` : storeOf(resource, kind);
}

function hooksText({ hooks }: Operation): string {
  return hooks === undefined ? '' : `, with hooks: ${hooks.before.length} before, ${hooks.after.length} after`;
}

function storeOf({ store }: ResourceModel, method: string): string | undefined {
  if (store === undefined) return undefined;
  const made = store.constructor.name;
  return made === '' || made === 'Object' ? `its store, ${method}` : `its store, ${method} of ${made}`;
}

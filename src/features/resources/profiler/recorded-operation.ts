import type { Operation } from '../model/operation.ts';
import type { OperationQuery } from '../querying/operation-query.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import type { RecordedOperation } from '../../../profiler/profile.ts';

/** What was declared of an operation, as the panels of the profiler tell it; the very same object for all its requests. */
export function recordedOperation(operation: Operation, query: OperationQuery | undefined): RecordedOperation {
  const known = query && REMEMBERED.get(query);
  if (known) return known;
  const made = describe(operation, query);
  if (query) REMEMBERED.set(query, made);
  return made;
}

// One query belongs to one operation and one way of asking.
const REMEMBERED = new WeakMap<OperationQuery, RecordedOperation>();

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
    ...{ name, kind, method, path: path.replace(/\.\{_format[^}]*\}$/, '') },
    ...{ resource: resource.name, type: resource.type },
    reads: readsBy(operation),
    writes: writesBy(operation),
    input: input && { vendor: String(input['~standard'].vendor), members: inputMembers },
    bodies: [...readers.keys()],
    formats: formats.map((format) => ({ name: format.name, type: format.types[0] ?? format.contentType })),
    dialect: query?.dialect.name ?? 'plain',
    parameters: query ? [...query.parameters.keys()].slice(0, MOST_PARAMETERS) : [],
    page: kind === 'list' ? { by: resource.page.by, size: resource.page.size, max: resource.page.max } : undefined,
    order: kind === 'list' ? orderText(resource.order) : [],
    cache: {
      control: answers.cacheControl,
      state: state === undefined || state === 'hash' ? state : state.field,
      lastModified: answers.lastModified,
    },
  };
}

const MOST_PARAMETERS = 200;

/** `title asc`, as panels tell an order. */
export function orderText(order: ResourceModel['order']): string[] {
  return order.map(({ field, direction }) => `${field} ${direction}`);
}

function readsBy({ kind, hasItem, resource }: Operation): string | undefined {
  if (kind === 'list')
    return resource.definition.provide?.list ? 'its own function, provide.list' : storeOf(resource, 'list');
  if (!hasItem) return undefined;
  return resource.definition.provide?.get ? 'its own function, provide.get' : storeOf(resource, 'get');
}

function writesBy({ kind, resource, custom }: Operation): string | undefined {
  if (custom) return 'its own function, handle';
  if (kind === 'list' || kind === 'get') return undefined;
  const own = (resource.definition.process as Readonly<Record<string, unknown>> | undefined)?.[kind];
  return own === undefined ? storeOf(resource, kind) : `its own function, process.${kind}`;
}

function storeOf({ store }: ResourceModel, method: string): string | undefined {
  if (store === undefined) return undefined;
  const made = store.constructor.name;
  return made === '' || made === 'Object' ? `its store, ${method}` : `its store, ${method} of ${made}`;
}

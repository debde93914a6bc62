import type { FilterScalar, FilterTree } from './filter-tree.ts';
import { LinkedItems, linkedPaths } from './linked-items.ts';
import { listInMemory } from './list-in-memory.ts';
import type { ListRequest, Page } from './list-request.ts';
import { OperationInput } from './operation-input.ts';
import type { Item, OperationRun } from './operation-run.ts';
import type { FieldKind, Identity, StoreContext } from './resource-store.ts';
import type { ResourceModel } from './resource-model.ts';
import { NO_SCOPE } from './scope.ts';

type Later<T> = T | PromiseLike<T>;
// What the functions of a definition are, once their types are no longer known.
type AnyFunction = (input: unknown) => Later<unknown>;

/** The page that a request asks for: from the function of the resource, else from its store. */
export function provideList(run: OperationRun): Later<Page<Item>> {
  const { resource } = run.operation;
  const request = run.query!.request!;
  const list = resource.definition.provide?.list as AnyFunction | undefined;
  if (list === undefined) return resource.store!.list(request, listContext(run));
  const scoped = withinScope(request, run.scope);
  const toPage = (given: unknown): Later<Page<Item>> =>
    Array.isArray(given) ? pageOf(given as Item[], scoped, run) : (given as Page<Item>);
  return settle(list(inputOf(run, { filters: run.query!.filters, request: scoped })), toPage);
}

function pageOf(items: readonly Item[], request: ListRequest, run: OperationRun): Later<Page<Item>> {
  const { resource } = run.operation;
  const paths = linkedPaths(request);
  if (paths.length === 0) return listInMemory(items, request, kindsOf(resource));
  const linked = new LinkedItems(resource);
  return linked
    .load(items, paths, (to, id) => provideOther(to, id, run))
    .then(() => listInMemory(items, request, kindsOf(resource), linked.valueAt));
}

// Where all readers see the same fields, and all of those, a store may write the answer itself.
function listContext(run: OperationRun): StoreContext {
  const { guarded, visible } = run.operation.resource;
  const asJson = run.format.name === 'json' && !guarded && run.query!.fields === undefined;
  return new RunContext(run, run.scope, asJson ? visible : undefined);
}

// A function gets a request that is complete; a store is told the scope beside it.
function withinScope(request: ListRequest, scope: Item): ListRequest {
  if (scope === NO_SCOPE) return request;
  const of: FilterTree[] = Object.entries(scope).map(([field, value]) => ({
    op: 'eq',
    field,
    value: value as FilterScalar,
  }));
  if (request.where) of.push(request.where);
  return { ...request, where: of.length > 1 ? { op: 'and', of } : of[0] };
}

/** Looks whether the items are there that the path goes through; says which is not. */
export function provideParent(run: OperationRun): Later<string | undefined> {
  const { within } = run.operation.place;
  let later: Later<string | undefined> = undefined;
  for (const { field } of within) {
    if (field.link === undefined) continue;
    const { to } = field.link;
    const look = (missing: string | undefined): Later<string | undefined> =>
      missing ??
      settle(provideOther(to, run.scope[field.name], run), (item) =>
        item === null ? `There is no ${to.type} "${String(run.scope[field.name]).slice(0, 100)}"` : undefined,
      );
    later = isLater(later) ? later.then(look) : look(later as string | undefined);
  }
  return later;
}

// Null when there is none, undefined when nobody provides one.
function provideOther(resource: ResourceModel, id: unknown, run: OperationRun): Later<Item | null | undefined> {
  const get = resource.definition.provide?.get as AnyFunction | undefined;
  if (get) return settle(get(inputOf(run, { id })), (item) => (item ?? null) as Item | null);
  const key = resource.identifier.keys[0]!;
  return resource.store?.get({ [key]: id }, storeContext(run, NO_SCOPE), [key]);
}

/**
 * The item a request is about; null when there is none.
 * @param lock it will be written in the transaction under way
 */
export function provideItem(run: OperationRun, lock = false): Later<Item | null> {
  const { resource } = run.operation;
  const get = resource.definition.provide?.get as AnyFunction | undefined;
  if (get === undefined) {
    const context = lock ? { ...storeContext(run), signal: run.context.signal, lock } : storeContext(run);
    return resource.store!.get(run.id!, context, fieldsToRead(run));
  }
  return settle(get(inputOf(run, { id: plainId(run.id!) })), (item) => (item ?? null) as Item | null);
}

// A tag made of the whole item needs the whole item, however little of it is shown.
function fieldsToRead({ query, operation }: OperationRun): readonly string[] | undefined {
  const { state, lastModified } = operation.answers;
  if (query?.fields === undefined || state === 'hash') return undefined;
  const more = [state?.field, lastModified].filter((name) => name !== undefined);
  return [...new Set([...query.fields, ...more])];
}

/** Does what the operation is for, and gives the item as it is afterwards; null when it had gone meanwhile. */
export function process(run: OperationRun): Later<Item | null | undefined> {
  const { kind, resource } = run.operation;
  const own = resource.definition.process?.[kind as 'create'] as AnyFunction | undefined;
  const body = run.input as Record<string, unknown>;
  const { store } = resource;
  const { id, previous, changes } = run;
  if (own) {
    const about = id === undefined ? {} : { id: plainId(id), previous };
    const input = kind === 'patch' ? { ...about, next: body, changes } : { ...about, body };
    return own(inputOf(run, input)) as Later<Item | null>;
  }
  const context = storeContext(run);
  if (kind === 'create') return store!.create!({ ...body, ...context.scope }, context);
  if (kind === 'replace')
    return previous === null
      ? store!.create!({ ...body, ...id, ...context.scope }, context)
      : store!.replace!(id!, complete(body, run.operation.inputMembers), context);
  if (kind === 'patch') return store!.patch!(id!, changes as Record<string, unknown>, context);
  return settle(store!.delete!(id!, context), (there) => (there ? undefined : null));
}

/** What a store is told of a request. */
export function storeContext(run: OperationRun, scope: Item = run.scope): StoreContext {
  return new RunContext(run, scope, undefined);
}

// Of a class, because an object that is written with a getter gets a shape of its own each time. Shapes are old from the
// start, so each would hold its request until the next collection of everything.
class RunContext implements StoreContext {
  readonly context: OperationRun['context'];
  readonly scope: Item;
  readonly json: readonly string[] | undefined;

  constructor({ context }: OperationRun, scope: Item, json: readonly string[] | undefined) {
    this.context = context;
    this.scope = scope;
    this.json = json;
  }

  get signal(): AbortSignal {
    return this.context.signal;
  }
}

/** What the field at a dotted path holds. */
export function kindsOf(resource: ResourceModel): (path: string) => FieldKind {
  return (path) => {
    const [first, ...rest] = path.split('.');
    const field = resource.field.get(first!);
    if (field === undefined || rest.length === 0) return field?.kind ?? 'json';
    return field.link ? kindsOf(field.link.to)(rest.join('.')) : 'json';
  };
}

// One key is given as its own value, several as an object.
function plainId(id: Identity): unknown {
  const values = Object.values(id);
  return values.length === 1 ? values[0] : id;
}

function inputOf(run: OperationRun, more: object): object {
  return Object.assign(new OperationInput(run.context, run.uri), more);
}

// PUT replaces: what may be sent and was not is gone.
function complete(body: Record<string, unknown>, members: readonly string[] = []): Record<string, unknown> {
  const whole = { ...body };
  for (const name of members) whole[name] ??= null;
  return whole;
}

function settle<From, To>(value: Later<From>, then: (value: From) => Later<To>): Later<To> {
  return isLater(value) ? value.then(then) : then(value);
}

function isLater<T>(value: Later<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | null)?.then === 'function';
}

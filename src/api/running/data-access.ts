import type { FilterScalar, FilterTree } from '../filters/filter-tree.ts';
import { kindsOf } from '../model/kinds-of.ts';
import { assertLimited } from '../access/limited-list.ts';
import { assertWithin, fixedValues, writable } from '../access/limited-write.ts';
import { LinkedItems, linkedPaths } from '../access/linked-items.ts';
import { listInMemory } from '../paging/list-in-memory.ts';
import type { ListRequest, Page } from '../paging/list-request.ts';
import type { Item, OperationRun } from './operation-run.ts';
import { provideOther } from '../access/provide-other.ts';
import type { StoreContext } from '../stores/resource-store.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { NO_SCOPE } from '../model/scope.ts';
import { sees } from '../access/sight.ts';
import { RunContext, functionInput, itemInput, plainId, storeContext } from '../stores/store-context.ts';
import { unlessHidden } from '../access/visible-rows.ts';

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
    Array.isArray(given) ? pageOf(given as Item[], scoped, run) : assertLimited(given as Page<Item>, run);
  return settle(list(functionInput(run, { filters: run.query!.filters, request: scoped })), toPage);
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
      settle(findParent(to, run.scope[field.name], run), (there) =>
        there ? undefined : notThere(to, run, field.name),
      );
    later = isLater(later) ? later.then(look) : look(later as string | undefined);
  }
  return later;
}

// Who may not see what an item lives below learns nothing about what is there.
function findParent(to: ResourceModel, id: unknown, run: OperationRun): Later<boolean> {
  const fields = to.readAccess ? undefined : [to.identifier.keys[0]!];
  return settle(provideOther(to, id, run, fields), (item) => {
    if (item === null) return false;
    return item === undefined || to.readAccess === undefined || sees(item, to, run);
  });
}

function notThere({ type }: ResourceModel, { scope }: OperationRun, field: string): string {
  return `There is no ${type} "${String(scope[field]).slice(0, 100)}"`;
}

/**
 * The item a request is about; null or undefined when there is none, as whoever was asked says it: a promise of an
 * application is handed on as it is, and waited for once.
 * @param lock it will be written in the transaction under way
 */
export function provideItem(run: OperationRun, lock = false): Later<Item | null | undefined> {
  const found = findItem(run, lock);
  return run.rows === undefined ? found : settle(found, (item) => unlessHidden(item ?? null, run));
}

function findItem(run: OperationRun, lock: boolean): Later<Item | null | undefined> {
  const { resource } = run.operation;
  const get = resource.definition.provide?.get as AnyFunction | undefined;
  if (get === undefined) {
    const context = lock ? { ...storeContext(run), signal: run.context.signal, lock } : storeContext(run);
    return resource.store!.get(run.id!, context, fieldsToRead(run));
  }
  return get(itemInput(run, plainId(run.id!))) as Later<Item | null | undefined>;
}

// A tag made of the whole item needs the whole item, however little of it is shown.
function fieldsToRead({ query, operation, rows, access, byItem }: OperationRun): readonly string[] | undefined {
  const { state, lastModified } = operation.answers;
  // Nor does a rule say which fields it looks at.
  if (query?.fields === undefined || state === 'hash' || rows || access || byItem.length > 0) return undefined;
  const more = [state?.field, lastModified].filter((name) => name !== undefined);
  return [...new Set([...query.fields, ...more])];
}

/** Does what the operation is for, and gives the item as it is afterwards; null when it had gone meanwhile. */
export function process(run: OperationRun): Later<Item | null | undefined> {
  const { kind, resource } = run.operation;
  const own = resource.definition.process?.[kind as 'create'] as AnyFunction | undefined;
  const body = run.input as Record<string, unknown>;
  const { id, previous, changes } = run;
  if (own) {
    const about = id === undefined ? {} : { id: plainId(id), previous };
    const input = kind === 'patch' ? { ...about, next: body, changes } : { ...about, body };
    return settle(
      assertWithin(run, previous ? { ...previous, ...body } : undefined),
      () => own(functionInput(run, input)) as Later<Item | null>,
    );
  }
  const limited = writable(run) !== undefined;
  const scope = limited ? { ...fixedValues(run), ...run.scope } : run.scope;
  const next = limited ? ({ ...previous, ...scope, ...body, ...changes } as Item) : undefined;
  return settle(limited ? assertWithin(run, next) : undefined, () => store(run, scope));
}

function store(run: OperationRun, scope: Item): Later<Item | null | undefined> {
  const { kind, resource, inputMembers } = run.operation;
  const body = run.input as Record<string, unknown>;
  const { id, previous, changes } = run;
  const { store } = resource;
  const context = storeContext(run, scope);
  if (kind === 'create') return store!.create!({ ...body, ...scope }, context);
  if (kind === 'replace')
    return previous === null
      ? store!.create!({ ...body, ...id, ...scope }, context)
      : store!.replace!(id!, complete(body, inputMembers), context);
  if (kind === 'patch') return store!.patch!(id!, changes as Record<string, unknown>, context);
  return settle(store!.delete!(id!, context), (there) => (there ? undefined : null));
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

import { assertLimited } from '../access/limited-list.ts';
import { LinkedItems, fieldsOf, linkedPaths } from '../access/linked-items.ts';
import { provideOther } from '../access/provide-other.ts';
import type { AnyFunction } from '../definition/resource-functions.ts';
import type { FilterScalar, FilterTree } from '../filters/filter-tree.ts';
import { kindsOf } from '../model/kinds-of.ts';
import { settle } from '../model/later.ts';
import type { Later } from '../model/later.ts';
import { NO_SCOPE } from '../model/scope.ts';
import { listInMemory } from '../paging/list-in-memory.ts';
import type { ListRequest, Page } from '../paging/list-request.ts';
import type { StoreContext } from '../stores/resource-store.ts';
import { RunContext, functionInput } from '../stores/store-context.ts';
import type { Item, OperationRun } from './operation-run.ts';

/** The page that a request asks for: from the function of the resource, else from its store. */
export function provideList(run: OperationRun): Later<Page<Item>> {
  const { resource } = run.operation;
  const request = run.request.query!.request!;
  const list = resource.definition.provide?.list as AnyFunction | undefined;
  if (list === undefined) return resource.store!.list(request, listContext(run));
  const scoped = withRuleFields(withinScope(request, run.request.scope), run);
  const toPage = (given: unknown): Later<Page<Item>> =>
    Array.isArray(given) ? pageOf(given as Item[], scoped, run) : assertLimited(given as Page<Item>, run);
  return settle(list(functionInput(run, { filters: run.request.query!.filters, request: scoped })), toPage);
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
  const asJson = run.format.name === 'json' && !guarded && run.request.query!.fields === undefined;
  return new RunContext(run, run.request.scope, asJson ? visible : undefined);
}

// The items that a function gives are compared with the rows filter, so it must not leave out the fields of that filter.
function withRuleFields(request: ListRequest, { authorization: { rows } }: OperationRun): ListRequest {
  if (rows === undefined || request.fields === undefined) return request;
  const fields = fieldsOf(rows).map((path) => path.split('.', 1)[0]!);
  return { ...request, fields: [...new Set([...request.fields, ...fields])] };
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

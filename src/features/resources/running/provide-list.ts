import { assertReadablePage } from '../access/restrict-list.ts';
import { LinkedItems, fieldsOf, linkedPaths } from '../access/linked-items.ts';
import { findItemOf } from '../access/find-item.ts';
import type { AnyFunction } from '../definition/resource-functions.ts';
import type { FilterScalar, FilterTree } from '../filters/filter-tree.ts';
import { fieldKindResolver } from '../model/kinds-of.ts';
import { andThen } from '../../../core/http/promises.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import { EMPTY_SCOPE } from '../model/path-scope.ts';
import { listInMemory } from '../paging/list-in-memory.ts';
import type { ListRequest, Page } from '../paging/list-request.ts';
import type { StoreContext } from '../stores/resource-store.ts';
import { RunStoreContext, functionInput } from '../stores/store-context.ts';
import type { Item, OperationRun } from './operation-run.ts';

/** Loads the page of a list request from the function of the resource, else from its store. */
export function provideList(run: OperationRun): MaybePromise<Page<Item>> {
  const { resource } = run.operation;
  const request = run.request.query!.request!;
  const list = resource.definition.provide?.list as AnyFunction | undefined;
  if (list === undefined) return resource.store!.list(request, listContext(run));
  const scoped = withRuleFields(withinScope(request, run.request.scope), run);
  const toPage = (given: unknown): MaybePromise<Page<Item>> =>
    Array.isArray(given) ? pageOf(given as Item[], scoped, run) : assertReadablePage(given as Page<Item>, run);
  return andThen(list(functionInput(run, { filters: run.request.query!.filters, request: scoped })), toPage);
}

function pageOf(items: readonly Item[], request: ListRequest, run: OperationRun): MaybePromise<Page<Item>> {
  const { resource } = run.operation;
  const paths = linkedPaths(request);
  if (paths.length === 0) return listInMemory(items, request, fieldKindResolver(resource));
  const linked = new LinkedItems(resource);
  return linked
    .load(items, paths, (to, id) => findItemOf(to, id, run))
    .then(() => listInMemory(items, request, fieldKindResolver(resource), linked.valueAt));
}

// The store may return JSON when the response has all fields and no field is restricted.
function listContext(run: OperationRun): StoreContext {
  const { hasReadRules, publicFields } = run.operation.resource;
  const asJson = run.format.name === 'json' && !hasReadRules && run.request.query!.fields === undefined;
  return new RunStoreContext(run, run.request.scope, asJson ? publicFields : undefined);
}

// Items from a function are matched against the rows filter, so they need the fields of that filter.
function withRuleFields(request: ListRequest, { authorization: { readFilter } }: OperationRun): ListRequest {
  if (readFilter === undefined || request.fields === undefined) return request;
  const fields = fieldsOf(readFilter).map((path) => path.split('.', 1)[0]!);
  return { ...request, fields: [...new Set([...request.fields, ...fields])] };
}

// A function gets the scope as part of the filter; a store gets it separately.
function withinScope(request: ListRequest, scope: Item): ListRequest {
  if (scope === EMPTY_SCOPE) return request;
  const of: FilterTree[] = Object.entries(scope).map(([field, value]) => ({
    op: 'eq',
    field,
    value: value as FilterScalar,
  }));
  if (request.where) of.push(request.where);
  return { ...request, where: of.length > 1 ? { op: 'and', of } : of[0] };
}

import { checkProvidedPage } from '../access/provided-page.ts';
import { LinkedItems, fieldsOf, linkedPaths } from '../access/linked-items.ts';
import { findItemOf } from '../access/find-item.ts';
import type { AnyFunction } from '../definition/resource-functions.ts';
import { combineFilters, filterOfValues } from '../filters/where.ts';
import { fieldKindResolver } from '../model/resource-model.ts';
import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { EMPTY_SCOPE } from '../model/item.ts';
import { listInMemory } from '../paging/list-in-memory.ts';
import type { ListRequest, Page } from '../paging/list-request.ts';
import type { StoreContext } from '../stores/resource-store.ts';
import { RunStoreContext, functionInput } from '../stores/store-context.ts';
import type { OperationRun } from './operation-run.ts';
import type { Item } from '../model/item.ts';

/** Loads the page of a list request from the function of the resource, else from its store. */
export function provideList(run: OperationRun): MaybePromise<Page<Item>> {
  const { resource } = run.operation;
  const request = run.request.query!.request!;
  const list = resource.definition.provide?.list as AnyFunction | undefined;
  if (list === undefined) return resource.store!.list(request, listContext(run));
  const scoped = withRuleFields(withinScope(request, run.request.scope), run);
  const toPage = (given: unknown): MaybePromise<Page<Item>> =>
    Array.isArray(given) ? pageOf(given as Item[], scoped, run) : checkProvidedPage(given as Page<Item>, scoped, run);
  const { filters } = run.request.query!;
  return andThen(list(functionInput(run, { filters, request: scoped, scope: run.request.scope })), toPage);
}

function pageOf(items: readonly Item[], request: ListRequest, run: OperationRun): MaybePromise<Page<Item>> {
  const { resource } = run.operation;
  const paths = linkedPaths(request);
  if (paths.length === 0) return listInMemory(items, request, fieldKindResolver(resource));
  const linked = new LinkedItems(resource);
  return linked
    .load(items, paths, (to, id) => findItemOf(to, id, run))
    .then(() => listInMemory(items, request, fieldKindResolver(resource), linked.valueAt, linked.linkedAt));
}

// The store may return JSON when the response has all fields and no field is restricted.
function listContext(run: OperationRun): StoreContext {
  const { hasReadRules, publicFields } = run.operation.resource;
  const asJson = run.format.name === 'json' && !hasReadRules && run.request.query!.fields === undefined;
  return new RunStoreContext(run, run.request.scope, asJson ? publicFields : undefined);
}

// Items from a function are matched against the scope and the rules filter, so they need the fields of both.
function withRuleFields(request: ListRequest, run: OperationRun): ListRequest {
  const required = combineFilters([filterOfValues(run.request.scope), run.authorization.readFilter]);
  if (required === undefined || request.fields === undefined) return request;
  const fields = fieldsOf(required).map((path) => path.split('.', 1)[0]!);
  return { ...request, fields: [...new Set([...request.fields, ...fields])] };
}

// A function gets the scope as part of the filter; a store gets it separately.
function withinScope(request: ListRequest, scope: Item): ListRequest {
  return scope === EMPTY_SCOPE
    ? request
    : { ...request, where: combineFilters([filterOfValues(scope), request.where]) };
}

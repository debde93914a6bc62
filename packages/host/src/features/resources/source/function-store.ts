import type { MaybePromise } from 'oriel-core/http';
import type { OperationName } from '../declare/operation-definition.ts';
import type { ListRequest, Page } from '../declare/list-request.ts';
import type { AnyFunction } from '../declare/resource-functions.ts';
import type { Identity, ResourceStore } from '../declare/resource-store.ts';
import { combineFilters, filterOfValues } from '../declare/filters/where.ts';
import { EMPTY_SCOPE } from '../model/reach.ts';
import type { Item, Reach } from '../model/reach.ts';
import { fieldKindResolver } from '../model/resource-model.ts';
import type { ResourceModel, Source } from '../model/resource-model.ts';
import { findLinkedItem } from './find-item.ts';
import { LinkedItems, getFields, linkedPaths } from './linked-items.ts';
import { listInMemory } from './list-in-memory.ts';
import { assertOwnItem } from './own-item.ts';
import { checkProvidedPage } from './provided-page.ts';
import { SourceContext, functionInput, itemInput } from './source-context.ts';
import type { WriteContext } from './source-context.ts';

/**
 * Returns the source of a resource: its store, with the functions in `provide` and `process` in place of some of its methods, so that
 * operations have one kind of source.
 */
export function createSource(resource: ResourceModel): Source {
  const { definition, functions, store } = resource;
  if (functions.size === 0) return store ?? NOTHING;
  const callbacks = { ...definition.provide, ...definition.process } as Partial<Record<OperationName, AnyFunction>>;
  const bound = <Name extends keyof ResourceStore>(name: Name): Source[Name] =>
    (store?.[name] as AnyFunction | undefined)?.bind(store) as Source[Name];
  // The context of a write has what functions receive.
  const write = <Name extends WriteName>(kind: Name): Source[Name] =>
    callbacks[kind] === undefined
      ? bound(kind)
      : (((...parameters: readonly unknown[]) => {
          const id = kind === 'create' ? undefined : (parameters[0] as Identity);
          return callFunction(kind, callbacks[kind]!, id, parameters.at(-1) as WriteContext, resource);
        }) as Source[Name]);
  return {
    list: callbacks.list
      ? (request, context) => listItems(resource, callbacks.list!, request, context as SourceContext)
      : bound('list'),
    get: callbacks.get
      ? (id, context) => getItem(callbacks.get!, resource.identifier.fromKeys(id), context as SourceContext)
      : bound('get'),
    create: write('create'),
    replace: write('replace'),
    patch: write('patch'),
    delete: write('delete'),
    transaction: bound('transaction'),
  };
}

const NOTHING: Source = Object.freeze({});

async function listItems(
  resource: ResourceModel,
  callback: AnyFunction,
  request: ListRequest,
  context: SourceContext,
): Promise<Page<Item>> {
  const { call, reach } = SourceContext.details(context);
  const { scope } = context;
  const scoped = withRuleFields(withinScope(request, scope), scope, reach);
  const given = await callback(functionInput(call, { filters: call.query!.filters, request: scoped, scope }));
  if (!Array.isArray(given)) return checkProvidedPage(given as Page<Item>, scoped, context);
  const items = given as Item[];
  const kindAt = fieldKindResolver(resource);
  const paths = linkedPaths(scoped);
  if (paths.length === 0) return listInMemory(items, scoped, kindAt);
  const linked = new LinkedItems(resource);
  await linked.load(items, paths, (to, id) => findLinkedItem(to, id, call));
  return listInMemory(items, scoped, kindAt, linked.valueAt, linked.linkedAt);
}

type WriteName = 'create' | 'replace' | 'patch' | 'delete';

async function callFunction(
  kind: WriteName,
  callback: AnyFunction,
  id: Identity | undefined,
  context: WriteContext,
  { identifier }: ResourceModel,
): Promise<unknown> {
  const { call, reach } = SourceContext.details(context);
  const { scope, write } = context;
  const { previous, body, changes } = write;
  const target = id === undefined ? { scope } : { id: identifier.fromKeys(id), previous, scope };
  const result = await callback(
    functionInput(call, kind === 'patch' ? { ...target, next: body, changes } : { ...target, body }),
  );
  assertOwnItem(result, call.operation, reach);
  return kind === 'delete' ? result !== null : result;
}

function getItem(callback: AnyFunction, id: unknown, context: SourceContext): MaybePromise<Item | null> {
  const { call } = SourceContext.details(context);
  return callback(itemInput(call, id, context.scope, context.lock === true)) as MaybePromise<Item | null>;
}

// Items from a function are matched against the scope and the rules filter, so they need the fields of both.
function withRuleFields(request: ListRequest, scope: Item, { rows }: Reach): ListRequest {
  const required = combineFilters([filterOfValues(scope), rows]);
  if (required === undefined || request.fields === undefined) return request;
  const fields = getFields(required).map((path) => path.split('.', 1)[0]!);
  return { ...request, fields: [...new Set([...request.fields, ...fields])] };
}

// A function gets the scope as part of the filter; a store gets it separately.
function withinScope(request: ListRequest, scope: Item): ListRequest {
  return scope === EMPTY_SCOPE
    ? request
    : { ...request, where: combineFilters([filterOfValues(scope), request.where]) };
}

import { ACCESS_PHASES } from '../../../http/access-input.ts';
import { andThen, isPromise } from 'oriel-core/http';
import type { AccessVerdict } from '../../../http/access-rule.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import { evaluateRule } from './authorize.ts';
import type { RuleSubject } from './authorize.ts';
import type { MaybePromise } from 'oriel-core/http';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { combineFilters, filterOfValues, throughLink } from '../filters/where.ts';
import { EMPTY_SCOPE } from '../model/item.ts';
import { fieldsOf } from './linked-items.ts';
import { matchesFilter } from './matches-filter.ts';
import { determineTenantScope } from './tenant-scope.ts';
import type { ReadScope } from '../running/run-phases.ts';

const UNRESTRICTED: ReadScope = Object.freeze({ none: false, tenant: EMPTY_SCOPE, where: undefined, parts: [] });

/**
 * Returns whether some requests cannot read all items of a resource: because of its tenant, its rules, the scope of its store,
 * or the items in its path.
 *
 * @param below the resources whose paths were followed to this one; they are not followed again
 */
export function hasRestrictedReads(resource: ResourceModel, below: readonly ResourceModel[] = []): boolean {
  const { readAccess, store, tenant } = resource;
  if (tenant !== undefined || readAccess !== undefined || store?.scope !== undefined) return true;
  return restrictedParents(resource, below).length > 0;
}

/** Returns the links to items in the path that not every user can read. GET returns an item only below readable ones. */
export function restrictedParents(
  resource: ResourceModel,
  below: readonly ResourceModel[] = [],
): readonly ParentLink[] {
  if (below.includes(resource)) return NO_PARENTS;
  const next = [...below, resource];
  const links = resource.collectionPaths[0]!.fieldVariables.flatMap(({ field: { name, link } }) =>
    link ? [{ name, to: link.to }] : [],
  );
  return links.filter(({ to }) => hasRestrictedReads(to, next));
}

/** A field that links to an item in the path. */
export interface ParentLink {
  readonly name: string;
  readonly to: ResourceModel;
}

const NO_PARENTS: readonly ParentLink[] = Object.freeze([]);

/** Returns what the user of a run can read of another resource. It is determined once per request. */
export function readScopeOf(resource: ResourceModel, run: OperationRun): MaybePromise<ReadScope> {
  const { readAccess } = resource;
  if (readAccess === undefined && resource.tenant === undefined) return UNRESTRICTED;
  const known = (run.authorization.readScopes ??= new Map<ResourceModel, ReadScope>()).get(resource);
  if (known) return known;
  const scope = andThen(determineTenantScope(resource, run.context), (tenant) => {
    if (tenant === null) return NO_ITEMS;
    return andThen(allowedItems(readAccess, run), (allowed) => ({ ...allowed, tenant }));
  });
  return andThen(scope, (settled) => {
    run.authorization.readScopes!.set(resource, settled);
    return settled;
  });
}

// The items that the access rules allow.
function allowedItems(readAccess: ResourceModel['readAccess'], run: OperationRun): MaybePromise<ReadScope> {
  if (readAccess === undefined) return UNRESTRICTED;
  const hiding = readAccess.hiding.filter((part) => !readAccess.get.includes(part));
  const own = evaluateRule(subjectOf(run), readAccess.get, ACCESS_PHASES.head, ACCESS_PHASES.item);
  return andThen(own, (verdict) => {
    if (verdict.outcome === 'refused') return NO_ITEMS;
    const more =
      hiding.length === 0 ? undefined : evaluateRule(subjectOf(run), hiding, ACCESS_PHASES.head, ACCESS_PHASES.item);
    return andThen(more, (other) => mergeVerdicts(verdict, other));
  });
}

const NO_ITEMS: ReadScope = Object.freeze({ ...UNRESTRICTED, none: true });

/** Returns whether the user of a run can read an item of another resource that is in the scope of the tenant. */
export function canRead(item: Item, resource: ResourceModel, run: OperationRun): MaybePromise<boolean> {
  return andThen(readScopeOf(resource, run), ({ none, where, parts }) => {
    if (none) return false;
    const isMatch = where === undefined ? true : matchesFilter(item, where, run, resource);
    return andThen(isMatch, (is) => {
      if (!is || parts.length === 0) return is;
      return andThen(evaluateRule(subjectOf(run, item), parts, ACCESS_PHASES.item, ACCESS_PHASES.item), (verdict) => {
        if (verdict.outcome !== 'granted') return false;
        const tree = combineFilters((verdict.rows ?? []) as FilterTree[]);
        return tree === undefined || matchesFilter(item, tree, run, resource);
      });
    });
  });
}

/**
 * Restricts the conditions of a filter on linked items to items that the user of the run can read. Other items would reveal
 * their values.
 */
export function restrictLinkConditions(tree: FilterTree, run: OperationRun): MaybePromise<FilterTree> {
  const { resource } = run.operation;
  const limitsLinks = limitsLinksItself(resource);
  const linked = [...resourcesIn(tree, resource)].filter(
    ({ readAccess, tenant }) => readAccess !== undefined || (tenant !== undefined && !limitsLinks),
  );
  if (linked.length === 0) return tree;
  const visible = (scope: ReadScope): ReadScope =>
    limitsLinks ? scope : { ...scope, where: combineFilters([filterOfValues(scope.tenant), scope.where]) };
  const scopes = linked.map((each) => [each, andThen(readScopeOf(each, run), visible)] as const);
  if (!scopes.some(([, scope]) => isPromise(scope)))
    return restrict(tree, resource, new Map(scopes as [ResourceModel, ReadScope][]));
  const settled = Promise.all(scopes.map(async ([each, scope]) => [each, await scope] as const));
  return settled.then((known) => restrict(tree, resource, new Map(known)));
}

// All resources that a filter reaches through links.
function resourcesIn(tree: FilterTree, resource: ResourceModel): Set<ResourceModel> {
  const paths = fieldsOf(tree).map((path) => path.split('.').slice(0, -1));
  const found = new Set<ResourceModel>();
  for (const steps of paths) {
    let from = resource;
    for (const step of steps) found.add((from = from.fieldByName.get(step)!.link!.to));
  }
  return found;
}

type ReadScopes = ReadonlyMap<ResourceModel, ReadScope>;

function restrict(tree: FilterTree, resource: ResourceModel, scopes: ReadScopes): FilterTree {
  if (tree.op === 'not') return { op: 'not', of: restrict(tree.of, resource, scopes) };
  if (tree.op === 'sql' || tree.op === 'search') return tree;
  if (!('field' in tree)) return { op: tree.op, of: tree.of.map((each) => restrict(each, resource, scopes)) };
  const steps = tree.field.split('.');
  if (tree.op !== 'some') return withReadableLinks(tree, steps, resource, scopes);
  let to = resource;
  for (const step of steps) to = to.fieldByName.get(step)!.link!.to;
  const of = onlyReadable(restrict(tree.of, to, scopes), scopes.get(to), (where) => where);
  return withReadableLinks({ ...tree, of }, steps, resource, scopes);
}

// Adds the read rules of the items that the path of a condition goes through.
function withReadableLinks(
  condition: FilterTree,
  steps: readonly string[],
  resource: ResourceModel,
  scopes: ReadScopes,
): FilterTree {
  let limited = condition;
  let from = resource;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    from = from.fieldByName.get(step)!.link!.to;
    const path = steps.slice(0, index + 1).join('.');
    limited = onlyReadable(limited, scopes.get(from), (where) => throughLink(path, where));
  }
  return limited;
}

// Rules that need each item cannot be part of a filter, so no item matches.
function onlyReadable(
  tree: FilterTree,
  scope: ReadScope | undefined,
  toFilter: (where: FilterTree) => FilterTree,
): FilterTree {
  if (scope === undefined) return tree;
  if (scope.none || scope.parts.length > 0) return NO_ROWS;
  return combineFilters([tree, scope.where && toFilter(scope.where)])!;
}

/** Returns whether filters and orders through links reach only rows of the tenant, without further conditions. */
export function limitsLinksItself({ definition, store }: ResourceModel): boolean {
  return definition.provide?.list === undefined && store?.limitsLinks === true;
}

const NO_ROWS: FilterTree = Object.freeze({ op: 'or', of: [] });

// The rules of the other resource see the same request, but neither its path variables nor its query.
function subjectOf({ context, operation }: OperationRun, item?: Item): RuleSubject {
  return { context, operation, uri: NO_VARIABLES, item, body: undefined, query: undefined };
}

const NO_VARIABLES = Object.freeze({});

function mergeVerdicts(one: AccessVerdict, other: AccessVerdict | undefined): ReadScope {
  const trees = [one, other].flatMap((verdict) =>
    verdict === undefined || verdict.outcome === 'refused' ? [] : ((verdict.rows ?? []) as FilterTree[]),
  );
  const parts = [one, other].flatMap((verdict) => (verdict?.outcome === 'postponed' ? verdict.rest : []));
  return { ...UNRESTRICTED, where: combineFilters(trees), parts };
}

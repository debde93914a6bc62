import { ACCESS_PHASES } from '../../../core/http/access-input.ts';
import { andThen, isPromise } from '../../../core/http/promises.ts';
import type { AnyRulePart, AccessVerdict } from '../../../core/http/access-rule.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import { evaluateRule } from './authorize.ts';
import type { RuleSubject } from './authorize.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { combineFilters, mapConditions } from '../filters/where.ts';
import { matchesFilter } from './matches-filter.ts';

/** The items that a user can read of another resource, which a link, a filter or a path refers to. */
export interface ReadScope {
  /** Whether the user can read no items. */
  readonly none: boolean;
  /** The rows that the user can read; undefined for all. */
  readonly where: FilterTree | undefined;
  /** Rules that need each item. */
  readonly parts: readonly AnyRulePart[];
}

const UNRESTRICTED: ReadScope = Object.freeze({ none: false, where: undefined, parts: [] });

/**
 * Returns whether some requests cannot read all items of a resource: because of its rules, of the scope of its store, or of the
 * items in its path.
 *
 * @param below the resources whose paths were followed to this one; they are not followed again
 */
export function hasRestrictedReads(resource: ResourceModel, below: readonly ResourceModel[] = []): boolean {
  const { readAccess, store } = resource;
  return readAccess !== undefined || store?.scope !== undefined || restrictedParents(resource, below).length > 0;
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
  if (readAccess === undefined) return UNRESTRICTED;
  const known = (run.authorization.readScopes ??= new Map<ResourceModel, ReadScope>()).get(resource);
  if (known) return known;
  const hiding = readAccess.hiding.filter((part) => !readAccess.get.includes(part));
  const own = evaluateRule(subjectOf(run), readAccess.get, ACCESS_PHASES.head, ACCESS_PHASES.item);
  const scope = andThen(own, (verdict) => {
    if (verdict.outcome === 'refused') return { ...UNRESTRICTED, none: true };
    const more =
      hiding.length === 0 ? undefined : evaluateRule(subjectOf(run), hiding, ACCESS_PHASES.head, ACCESS_PHASES.item);
    return andThen(more, (other) => mergeVerdicts(verdict, other));
  });
  return andThen(scope, (settled) => {
    run.authorization.readScopes!.set(resource, settled);
    return settled;
  });
}

/** Returns whether the user of a run can read an item of another resource. */
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
export function restrictLinkConditions(
  tree: FilterTree,
  paths: readonly string[],
  run: OperationRun,
): MaybePromise<FilterTree> {
  const steps = new Map<string, ResourceModel>();
  for (const path of paths) {
    let { resource } = run.operation;
    const names = path.split('.').slice(0, -1);
    for (const [index, name] of names.entries()) {
      resource = resource.fieldByName.get(name)!.link!.to;
      if (resource.readAccess) steps.set(names.slice(0, index + 1).join('.'), resource);
    }
  }
  if (steps.size === 0) return tree;
  const scopes = [...steps].map(([prefix, resource]) => [prefix, readScopeOf(resource, run)] as const);
  const finish = (known: readonly (readonly [string, ReadScope])[]): FilterTree =>
    mapConditions(tree, (leaf) => {
      const restrictions = known.filter(([prefix]) => leaf.field.startsWith(`${prefix}.`));
      // Rules that need each item cannot be part of a filter, so no item matches.
      if (restrictions.some(([, { none, parts }]) => none || parts.length > 0)) return NO_ROWS;
      return combineFilters([
        leaf,
        ...restrictions.map(
          ([prefix, { where }]) =>
            where && mapConditions(where, (each) => ({ ...each, field: `${prefix}.${each.field}` })),
        ),
      ])!;
    });
  if (!scopes.some(([, scope]) => isPromise(scope))) return finish(scopes as [string, ReadScope][]);
  return Promise.all(scopes.map(async ([prefix, scope]) => [prefix, await scope] as const)).then(finish);
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
  return { none: false, where: combineFilters(trees), parts };
}

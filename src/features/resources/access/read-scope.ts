import { KNOWN } from '../../../core/http/access-input.ts';
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

/** What the reader of a request sees of a resource that its own leads to: by a link, a filter, or a path. */
export interface ReadScope {
  /** Nothing at all? */
  readonly none: boolean;
  /** Of the rest, only these rows. */
  readonly where: FilterTree | undefined;
  /** Rules that look at each item. */
  readonly parts: readonly AnyRulePart[];
}

const EVERYTHING: ReadScope = Object.freeze({ none: false, where: undefined, parts: [] });

/**
 * Returns whether some requests cannot read all items of a resource: because of its rules, of the scope of its store, or of the
 * items in its path.
 *
 * @param below the resources whose paths led here; their own paths are not looked at again
 */
export function hasRestrictedReads(resource: ResourceModel, below: readonly ResourceModel[] = []): boolean {
  const { readAccess, store } = resource;
  return readAccess !== undefined || store?.scope !== undefined || restrictedParents(resource, below).length > 0;
}

/** The links of an item to the items in its path that not every user can read. GET finds an item only below those. */
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

/** What the reader of a run sees of another resource; asked once per request. */
export function readScopeOf(resource: ResourceModel, run: OperationRun): MaybePromise<ReadScope> {
  const { readAccess } = resource;
  if (readAccess === undefined) return EVERYTHING;
  const known = (run.authorization.sights ??= new Map<ResourceModel, ReadScope>()).get(resource);
  if (known) return known;
  const hiding = readAccess.hiding.filter((part) => !readAccess.get.includes(part));
  const own = evaluateRule(subjectOf(run), readAccess.get, KNOWN.head, KNOWN.item);
  const sight = andThen(own, (verdict) => {
    if (verdict.outcome === 'refused') return { ...EVERYTHING, none: true };
    const more = hiding.length === 0 ? undefined : evaluateRule(subjectOf(run), hiding, KNOWN.head, KNOWN.item);
    return andThen(more, (other) => joined(verdict, other));
  });
  return andThen(sight, (settled) => {
    run.authorization.sights!.set(resource, settled);
    return settled;
  });
}

/** Does the reader of a run see an item of another resource? */
export function canRead(item: Item, resource: ResourceModel, run: OperationRun): MaybePromise<boolean> {
  return andThen(readScopeOf(resource, run), ({ none, where, parts }) => {
    if (none) return false;
    const within = where === undefined ? true : matchesFilter(item, where, run, resource);
    return andThen(within, (is) => {
      if (!is || parts.length === 0) return is;
      return andThen(evaluateRule(subjectOf(run, item), parts, KNOWN.item, KNOWN.item), (verdict) => {
        if (verdict.outcome !== 'granted') return false;
        const tree = combineFilters((verdict.rows ?? []) as FilterTree[]);
        return tree === undefined || matchesFilter(item, tree, run, resource);
      });
    });
  });
}

/**
 * A filter in which nobody looks through a link at what they do not see: each condition on another resource holds only for
 * rows of it that the reader of the run sees.
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
  const sights = [...steps].map(([prefix, resource]) => [prefix, readScopeOf(resource, run)] as const);
  const finish = (known: readonly (readonly [string, ReadScope])[]): FilterTree =>
    mapConditions(tree, (leaf) => {
      const looked = known.filter(([prefix]) => leaf.field.startsWith(`${prefix}.`));
      // What only the item itself could tell cannot be asked of many at once: then nothing is seen.
      if (looked.some(([, { none, parts }]) => none || parts.length > 0)) return NOTHING;
      return combineFilters([
        leaf,
        ...looked.map(
          ([prefix, { where }]) =>
            where && mapConditions(where, (each) => ({ ...each, field: `${prefix}.${each.field}` })),
        ),
      ])!;
    });
  if (!sights.some(([, sight]) => isPromise(sight))) return finish(sights as [string, ReadScope][]);
  return Promise.all(sights.map(async ([prefix, sight]) => [prefix, await sight] as const)).then(finish);
}

const NOTHING: FilterTree = Object.freeze({ op: 'or', of: [] });

// The rules of the other resource see the same request, but neither its path variables nor its query.
function subjectOf({ context, operation }: OperationRun, item?: Item): RuleSubject {
  return { context, operation, uri: NO_VARIABLES, item, body: undefined, query: undefined };
}

const NO_VARIABLES = Object.freeze({});

function joined(one: AccessVerdict, other: AccessVerdict | undefined): ReadScope {
  const trees = [one, other].flatMap((verdict) =>
    verdict === undefined || verdict.outcome === 'refused' ? [] : ((verdict.rows ?? []) as FilterTree[]),
  );
  const parts = [one, other].flatMap((verdict) => (verdict?.outcome === 'postponed' ? verdict.rest : []));
  return { none: false, where: combineFilters(trees), parts };
}

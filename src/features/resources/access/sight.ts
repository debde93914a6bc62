import { KNOWN } from '../../../core/http/access-input.ts';
import { isPromise } from '../../../core/http/promises.ts';
import type { AnyRulePart, AccessVerdict } from '../../../core/http/access-rule.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import { ask } from './grant.ts';
import { settle } from '../model/later.ts';
import type { Later } from '../model/later.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { allOf, mapLeaves } from '../filters/rows.ts';
import { meets } from './visible-rows.ts';

/** What the reader of a request sees of a resource that its own leads to: by a link, a filter, or a path. */
export interface Sight {
  /** Nothing at all? */
  readonly none: boolean;
  /** Of the rest, only these rows. */
  readonly where: FilterTree | undefined;
  /** Rules that look at each item. */
  readonly parts: readonly AnyRulePart[];
}

const EVERYTHING: Sight = Object.freeze({ none: false, where: undefined, parts: [] });

/**
 * Returns whether some requests cannot read all items of a resource: because of its rules, of the scope of its store, or of the
 * items in its path.
 *
 * @param below the resources whose paths led here; their own paths are not looked at again
 */
export function isLimited(resource: ResourceModel, below: readonly ResourceModel[] = []): boolean {
  const { readAccess, store } = resource;
  return readAccess !== undefined || store?.scope !== undefined || limitedParents(resource, below).length > 0;
}

/** The links of an item to the items in its path that not every user can read. GET finds an item only below those. */
export function limitedParents(resource: ResourceModel, below: readonly ResourceModel[] = []): readonly ParentLink[] {
  if (below.includes(resource)) return NO_PARENTS;
  const next = [...below, resource];
  const links = resource.places[0]!.within.flatMap(({ field: { name, link } }) =>
    link ? [{ name, to: link.to }] : [],
  );
  return links.filter(({ to }) => isLimited(to, next));
}

/** A field that links to an item in the path. */
export interface ParentLink {
  readonly name: string;
  readonly to: ResourceModel;
}

const NO_PARENTS: readonly ParentLink[] = Object.freeze([]);

/** What the reader of a run sees of another resource; asked once per request. */
export function sightOf(resource: ResourceModel, run: OperationRun): Later<Sight> {
  const { readAccess } = resource;
  if (readAccess === undefined) return EVERYTHING;
  const known = (run.authorization.sights ??= new Map<ResourceModel, Sight>()).get(resource);
  if (known) return known;
  const hiding = readAccess.hiding.filter((part) => !readAccess.get.includes(part));
  const own = ask(aside(run), readAccess.get, KNOWN.head, KNOWN.item);
  const sight = settle(own, (verdict) => {
    if (verdict.outcome === 'refused') return { ...EVERYTHING, none: true };
    const more = hiding.length === 0 ? undefined : ask(aside(run), hiding, KNOWN.head, KNOWN.item);
    return settle(more, (other) => joined(verdict, other));
  });
  return settle(sight, (settled) => {
    run.authorization.sights!.set(resource, settled);
    return settled;
  });
}

/** Does the reader of a run see an item of another resource? */
export function sees(item: Item, resource: ResourceModel, run: OperationRun): Later<boolean> {
  return settle(sightOf(resource, run), ({ none, where, parts }) => {
    if (none) return false;
    const within = where === undefined ? true : meets(item, where, run, resource);
    return settle(within, (is) => {
      if (!is || parts.length === 0) return is;
      return settle(ask(aside(run, item), parts, KNOWN.item, KNOWN.item), (verdict) => {
        if (verdict.outcome !== 'granted') return false;
        const tree = allOf((verdict.rows ?? []) as FilterTree[]);
        return tree === undefined || meets(item, tree, run, resource);
      });
    });
  });
}

/**
 * A filter in which nobody looks through a link at what they do not see: each condition on another resource holds only for
 * rows of it that the reader of the run sees.
 */
export function throughSight(tree: FilterTree, paths: readonly string[], run: OperationRun): Later<FilterTree> {
  const steps = new Map<string, ResourceModel>();
  for (const path of paths) {
    let { resource } = run.operation;
    const names = path.split('.').slice(0, -1);
    for (const [index, name] of names.entries()) {
      resource = resource.field.get(name)!.link!.to;
      if (resource.readAccess) steps.set(names.slice(0, index + 1).join('.'), resource);
    }
  }
  if (steps.size === 0) return tree;
  const sights = [...steps].map(([prefix, resource]) => [prefix, sightOf(resource, run)] as const);
  const finish = (known: readonly (readonly [string, Sight])[]): FilterTree =>
    mapLeaves(tree, (leaf) => {
      const looked = known.filter(([prefix]) => leaf.field.startsWith(`${prefix}.`));
      // What only the item itself could tell cannot be asked of many at once: then nothing is seen.
      if (looked.some(([, { none, parts }]) => none || parts.length > 0)) return NOTHING;
      return allOf([
        leaf,
        ...looked.map(
          ([prefix, { where }]) => where && mapLeaves(where, (each) => ({ ...each, field: `${prefix}.${each.field}` })),
        ),
      ])!;
    });
  if (!sights.some(([, sight]) => isPromise(sight))) return finish(sights as [string, Sight][]);
  return Promise.all(sights.map(async ([prefix, sight]) => [prefix, await sight] as const)).then(finish);
}

const NOTHING: FilterTree = Object.freeze({ op: 'or', of: [] });

// The same request, seen from the other resource: it is about another item.
function aside(run: OperationRun, item?: Item): OperationRun {
  return {
    context: run.context,
    operation: run.operation,
    uri: NO_VARIABLES,
    query: undefined,
    previous: item,
  } as never;
}

const NO_VARIABLES = Object.freeze({});

function joined(one: AccessVerdict, other: AccessVerdict | undefined): Sight {
  const trees = [one, other].flatMap((verdict) =>
    verdict === undefined || verdict.outcome === 'refused' ? [] : ((verdict.rows ?? []) as FilterTree[]),
  );
  const parts = [one, other].flatMap((verdict) => (verdict?.outcome === 'postponed' ? verdict.rest : []));
  return { none: false, where: allOf(trees), parts };
}

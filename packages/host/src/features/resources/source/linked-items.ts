import type { FilterTree } from '../declare/filters/filter-tree.ts';
import type { GetLinked, GetValue } from '../declare/filters/match-filter.ts';
import type { ListRequest } from '../declare/list-request.ts';
import type { Item } from '../model/reach.ts';
import { fieldKindResolver } from '../model/resource-model.ts';
import type { ResourceModel } from '../model/resource-model.ts';

type Find = (resource: ResourceModel, id: unknown) => PromiseLike<Item | null | undefined> | Item | null | undefined;

/** The linked items that filters and orders of a list need, such as `author.name`. */
export class LinkedItems {
  readonly #found: Map<ResourceModel, Map<unknown, Item | null>>;
  readonly #resource: ResourceModel;

  /** @param found the items that were loaded for another resource */
  constructor(resource: ResourceModel, found = new Map<ResourceModel, Map<unknown, Item | null>>()) {
    this.#resource = resource;
    this.#found = found;
  }

  /** Loads the linked items of all paths, each item once. */
  async load(rows: readonly Item[], paths: readonly string[], find: Find, from = this.#resource): Promise<void> {
    for (const [first, rest] of getSteps(paths)) {
      const to = from.fieldByName.get(first)?.link?.to;
      if (to === undefined) continue;
      let known = this.#found.get(to);
      if (known === undefined) this.#found.set(to, (known = new Map()));
      const ids = new Set(rows.flatMap((row) => row[first] ?? null));
      const missing = [...ids].filter((id) => id !== null && !known.has(id));
      const found = await Promise.all(missing.map(async (id) => find(to, id)));
      for (const [index, id] of missing.entries()) known.set(id, found[index] ?? null);
      const existing = [...ids].map((id) => known.get(id)).filter((item) => item !== undefined && item !== null);
      await this.load(existing, rest, find, to);
    }
  }

  /** Returns the value of a row at a path; for a path through a list of links, the list of their values. */
  readonly valueAt: GetValue = (row, path) => {
    const point = path.lastIndexOf('.');
    if (point < 0) return row[path];
    const { rows, isList } = this.#follow(row, path.slice(0, point));
    const values = rows.map((item) => item[path.slice(point + 1)]);
    return isList ? values : values[0];
  };

  /** Returns the items that a row links to. */
  readonly linkedAt: GetLinked = (row, path) => {
    const { rows, resource } = this.#follow(row, path);
    const { valueAt, linkedAt } = new LinkedItems(resource, this.#found);
    return { rows, kindAt: fieldKindResolver(resource), valueAt, linkedAt };
  };

  #follow(
    row: Item,
    path: string,
  ): { readonly rows: readonly Item[]; readonly resource: ResourceModel; readonly isList: boolean } {
    let rows: readonly Item[] = [row];
    let resource = this.#resource;
    let isList = false;
    for (const step of path.split('.')) {
      const { to, many } = resource.fieldByName.get(step)!.link!;
      const known = this.#found.get(to);
      const ids = rows.flatMap((item) => item[step] ?? []);
      rows = ids.map((id) => known?.get(id)).filter((item) => item !== undefined && item !== null);
      resource = to;
      isList ||= many;
    }
    return { rows, resource, isList };
  }
}

/** Returns the dotted paths in a request, which go through links. */
export function linkedPaths({ where, order }: Pick<ListRequest, 'where' | 'order'>): string[] {
  const paths = [...(where ? getFields(where) : []), ...order.map(({ field }) => field)];
  return paths.filter((path) => path.includes('.'));
}

/** Returns the paths of all fields in a filter. */
export function getFields(tree: FilterTree): string[] {
  switch (tree.op) {
    case 'and':
    case 'or':
      return tree.of.flatMap(getFields);
    case 'not':
      return getFields(tree.of);
    case 'some':
      return getFields(tree.of).map((path) => `${tree.field}.${path}`);
    case 'sql':
      return [];
    case 'search':
      return [...tree.fields];
    default:
      return [tree.field];
  }
}

// author.name, author.country.name → author: name, country.name
function getSteps(paths: readonly string[]): Map<string, string[]> {
  const steps = new Map<string, string[]>();
  for (const path of paths) {
    const dot = path.indexOf('.');
    if (dot < 0) continue;
    const first = path.slice(0, dot);
    steps.set(first, [...(steps.get(first) ?? []), path.slice(dot + 1)]);
  }
  return steps;
}

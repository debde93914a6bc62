import type { FilterTree } from '../filters/filter-tree.ts';
import type { ListRequest } from '../paging/list-request.ts';
import type { Item } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';

type Find = (resource: ResourceModel, id: unknown) => PromiseLike<Item | null | undefined> | Item | null | undefined;

/** The linked items that filters and orders of a list need, such as `author.name`. */
export class LinkedItems {
  readonly #found = new Map<ResourceModel, Map<unknown, Item | null>>();
  readonly #resource: ResourceModel;

  constructor(resource: ResourceModel) {
    this.#resource = resource;
  }

  /** Loads the linked items of all paths, each item once. */
  async load(rows: readonly Item[], paths: readonly string[], find: Find, from = this.#resource): Promise<void> {
    for (const [first, rest] of stepsOf(paths)) {
      const to = from.fieldByName.get(first)?.link?.to;
      if (to === undefined) continue;
      let known = this.#found.get(to);
      if (known === undefined) this.#found.set(to, (known = new Map()));
      const ids = new Set(rows.map((row) => row[first] ?? null));
      const missing = [...ids].filter((id) => id !== null && !known.has(id));
      const found = await Promise.all(missing.map(async (id) => find(to, id)));
      for (const [index, id] of missing.entries()) known.set(id, found[index] ?? null);
      const existing = [...ids].map((id) => known.get(id)).filter((item) => item !== undefined && item !== null);
      await this.load(existing, rest, find, to);
    }
  }

  /** Returns the value of a row at a path. */
  readonly valueAt = (row: Item, path: string): unknown => {
    let resource = this.#resource;
    let item: Item | null | undefined = row;
    const steps = path.split('.');
    for (const step of steps.slice(0, -1)) {
      const to: ResourceModel = resource.fieldByName.get(step)!.link!.to;
      item = this.#found.get(to)?.get(item[step]);
      if (item === undefined || item === null) return undefined;
      resource = to;
    }
    return item[steps.at(-1)!];
  };
}

/** Returns the dotted paths in a request, which go through links. */
export function linkedPaths({ where, order }: Pick<ListRequest, 'where' | 'order'>): string[] {
  const paths = [...(where ? fieldsOf(where) : []), ...order.map(({ field }) => field)];
  return paths.filter((path) => path.includes('.'));
}

/** Returns the paths of all fields in a filter. */
export function fieldsOf(tree: FilterTree): string[] {
  switch (tree.op) {
    case 'and':
    case 'or':
      return tree.of.flatMap(fieldsOf);
    case 'not':
      return fieldsOf(tree.of);
    default:
      return [tree.field];
  }
}

// author.name, author.country.name → author: name, country.name
function stepsOf(paths: readonly string[]): Map<string, string[]> {
  const steps = new Map<string, string[]>();
  for (const path of paths) {
    const dot = path.indexOf('.');
    if (dot < 0) continue;
    const first = path.slice(0, dot);
    steps.set(first, [...(steps.get(first) ?? []), path.slice(dot + 1)]);
  }
  return steps;
}

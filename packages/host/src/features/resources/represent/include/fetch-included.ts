import { message } from 'oriel-core/messages';
import type { Identity } from '../../declare/resource-store.ts';
import type { IncludedLink, Inclusion } from '../../model/inclusion.ts';
import type { Item } from '../../model/item.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { createRelatedCall, findRelated } from '../../reach/related-items.ts';
import { MAX_INCLUDED, includeError } from './parse-include.ts';

/** An included item without the fields that the user cannot read. */
export interface IncludedItem {
  readonly item: Item;
  /** A call of the operation that reads a single item of its resource. */
  readonly call: OperationCall;
}

/** The included items of a response. */
export class IncludedItems {
  readonly #items = new Map<string, IncludedItem>();
  // Items of the response itself, which a document that contains each item once does not include again.
  readonly #primary = new Map<string, Item>();

  /** @param primary the items of the response that need not be read again if others link to them */
  constructor(resource: ResourceModel, primary: readonly Item[] = []) {
    for (const item of primary) this.#primary.set(getKey(resource, item), item);
  }

  /** Loads the items of the links, level by level, each item once. */
  async load(inclusion: Inclusion, items: readonly Item[], call: OperationCall): Promise<void> {
    for (const link of inclusion.values()) {
      const { to } = link.field.link;
      const wanted = new Map<string, Identity>();
      for (const item of items) for (const id of readLinks(link, item)) wanted.set(getKey(to, id), id);
      const missing = [...wanted].filter(([key]) => !this.#items.has(key) && !this.#primary.has(key));
      if (this.#items.size + this.#primary.size + missing.length > MAX_INCLUDED)
        throw includeError(message('include.too-many-items', { count: MAX_INCLUDED }));
      await this.#read(link, new Map(missing), call);
      if (link.inclusion.size === 0) continue;
      const level = [...wanted.keys()].map((key) => this.#items.get(key)?.item ?? this.#primary.get(key));
      await this.load(
        link.inclusion,
        level.filter((item) => item !== undefined),
        call,
      );
    }
  }

  async #read(
    { field, get }: IncludedLink,
    missing: ReadonlyMap<string, Identity>,
    call: OperationCall,
  ): Promise<void> {
    if (missing.size === 0) return;
    const { to } = field.link;
    const there = createRelatedCall(get, call.context);
    for (const item of await findRelated(there, [...missing.values()], call)) {
      const key = getKey(to, item);
      if (missing.has(key)) this.#items.set(key, { item: there.visibleItem(item), call: there });
    }
  }

  /** Returns the item with this identifier; undefined if it does not exist or the user cannot read it. */
  find(to: ResourceModel, id: Identity): IncludedItem | undefined {
    return this.#items.get(getKey(to, id));
  }

  /** Returns all items, in the order in which they were loaded. */
  values(): IterableIterator<IncludedItem> {
    return this.#items.values();
  }
}

const loaded = new WeakMap<OperationCall, IncludedItems>();

/**
 * Loads the items that a response includes.
 *
 * @param hasEachOnce whether the format writes each item once, so that the items of the response are not included
 */
export async function fetchIncluded(items: readonly Item[], call: OperationCall, hasEachOnce: boolean): Promise<void> {
  const included = new IncludedItems(call.operation.resource, hasEachOnce ? items : []);
  await included.load(call.inclusion!, items, call);
  loaded.set(call, included);
}

/** Returns the items that {@link fetchIncluded} loaded; undefined if the request does not include any. */
export function includedItems(call: OperationCall): IncludedItems | undefined {
  return loaded.get(call);
}

/** Returns the identifiers in a link of an item. */
export function readLinks({ field }: IncludedLink, item: Item): Identity[] {
  const { keys } = field.link.to.identifier;
  const value = item[field.name];
  if (value === null || value === undefined) return [];
  const ids = Array.isArray(value) ? (value as unknown[]) : [value];
  return ids.map((id) => (keys.length === 1 ? { [keys[0]!]: id } : (id as Identity)));
}

function getKey({ name, identifier }: ResourceModel, item: Identity | Item): string {
  return `${name} ${identifier.format(item)}`;
}

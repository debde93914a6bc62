import { message } from 'oriel-core/messages';
import type { Identity } from '../../declare/resource-store.ts';
import type { IncludedLink, Inclusion } from '../../model/inclusion.ts';
import { OperationCall } from '../../model/operation-call.ts';
import type { Item } from '../../model/reach.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { findRelated } from '../../reach/related-items.ts';
import { MAX_INCLUDED, includeError } from './parse-include.ts';

/** An included item without the fields that the user cannot read. */
export interface IncludedItem {
  readonly item: Item;
  /** A call of the operation that reads a single item of its resource. */
  readonly call: OperationCall;
}

/** The included items of a response by their keys, in the order in which they were loaded. */
export type IncludedItems = ReadonlyMap<string, IncludedItem>;

const loaded = new WeakMap<OperationCall, IncludedItems>();

/**
 * Loads the items that a response includes, level by level, each item once.
 *
 * @param hasEachOnce whether the format writes each item once, so that the items of the response are not included
 */
export async function fetchIncluded(items: readonly Item[], call: OperationCall, hasEachOnce: boolean): Promise<void> {
  const { resource } = call.operation;
  const primary = new Map(hasEachOnce ? items.map((item) => [getKey(resource, item), item]) : []);
  const included = new Map<string, IncludedItem>();
  const load = async (inclusion: Inclusion, from: readonly Item[]): Promise<void> => {
    for (const link of inclusion.values()) {
      const wanted = new Map(from.flatMap((item) => readLinks(link, item)));
      const missing = new Map([...wanted].filter(([key]) => !included.has(key) && !primary.has(key)));
      if (included.size + primary.size + missing.size > MAX_INCLUDED) throw tooManyError();
      const there = new OperationCall(link.get, call.context, {});
      for (const item of missing.size > 0 ? await findRelated(there, [...missing.values()], call) : []) {
        const key = getKey(link.field.link.to, item);
        if (missing.has(key)) included.set(key, { item: there.visibleItem(item), call: there });
      }
      const next = [...wanted.keys()].map((key) => included.get(key)?.item ?? primary.get(key));
      if (link.inclusion.size > 0)
        await load(
          link.inclusion,
          next.filter((item) => item !== undefined),
        );
    }
  };
  await load(call.inclusion!, items);
  loaded.set(call, included);
}

/** Returns the items that {@link fetchIncluded} loaded; undefined if the request does not include any. */
export function getIncluded(call: OperationCall): IncludedItems | undefined {
  return loaded.get(call);
}

/** Returns the keys and the identifiers of the items to which a link of an item leads. */
export function readLinks({ field }: IncludedLink, item: Item): [key: string, id: Identity][] {
  const { to } = field.link;
  const ids = [item[field.name] ?? []].flat().map((id) => to.identifier.toKeys(id));
  return ids.map((id) => [getKey(to, id), id]);
}

/** Returns the error for a response that would include too many items. */
export function tooManyError(): Error {
  return includeError(message('include.too-many-items', { count: MAX_INCLUDED }));
}

function getKey({ name, identifier }: ResourceModel, item: Identity | Item): string {
  return `${name} ${identifier.format(item)}`;
}

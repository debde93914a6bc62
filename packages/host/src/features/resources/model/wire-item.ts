import type { OperationCall } from './operation-call.ts';
import type { Item } from './item.ts';
import type { FieldModel, ResourceModel } from './resource-model.ts';
import { parsePathScope } from './collection-path.ts';

/** Returns an item as it is sent to clients: the given fields, with links as IRIs, without undefined values. */
export function toWire(
  item: Item,
  call: OperationCall,
  shown: readonly string[] = call.shownFields,
): Record<string, unknown> {
  const { fieldByName } = call.operation.resource;
  const wire: Record<string, unknown> = {};
  for (const name of shown) {
    const value = item[name];
    if (value === undefined) continue;
    const { link } = fieldByName.get(name)!;
    wire[name] = link === undefined || value === null ? value : writeLink(value, link);
  }
  return wire;
}

/** Whether an item can be sent to clients as it is, without `toWire`. */
export function isWire(item: Item, { publicFields, hasIriLinks }: ResourceModel): boolean {
  if (hasIriLinks || Object.getPrototypeOf(item) !== Object.prototype) return false;
  let index = 0;
  for (const name in item) if (name !== publicFields[index++]) return false;
  return true;
}

/** Returns the value of a link as it is sent: IRIs, or identifiers when declared with `as: 'id'`. */
export function writeLink(value: unknown, { to, as }: NonNullable<FieldModel['link']>): unknown {
  if (as === 'id') return value;
  return Array.isArray(value) ? value.map((each) => iriOf(to, each)) : iriOf(to, value);
}

/** Returns the path of the item with this identifier. */
export function iriOf(to: ResourceModel, id: unknown): string {
  const { keys } = to.identifier;
  return to.iri(keys.length === 1 ? { [keys[0]!]: id } : (id as Item));
}

/**
 * Returns the identifier in an IRI of a resource, absolute or a path; undefined if it is not an IRI of the resource.
 * @param origin scheme and authority of the request; IRIs with another origin are not accepted
 */
export function parseIri(to: ResourceModel, iri: string, origin: string): unknown {
  const path = iri.startsWith(`${origin}/`) ? iri.slice(origin.length) : iri;
  if (path.length > MAX_IRI_LENGTH) return undefined;
  const [home] = to.collectionPaths;
  const found = home!.match(path);
  const scope = found && parsePathScope(home!, found.uri);
  const id = scope && to.itemSegment.parse(found.id);
  if (id === undefined) return undefined;
  const { keys } = to.identifier;
  return keys.length === 1 ? id[keys[0]!] : Object.fromEntries(keys.map((key) => [key, id[key] ?? scope![key]]));
}

const MAX_IRI_LENGTH = 2048;

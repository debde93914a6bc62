import type { OperationCall } from './operation-call.ts';
import type { Item } from './reach.ts';
import type { FieldModel, ResourceModel } from './resource-model.ts';
import { parsePathScope } from './collection-path.ts';

/** Calls `visit` with each shown field of an item that is not undefined, in the order of `shown`. */
export function visitFields(
  item: Item,
  shown: readonly string[],
  { fieldByName }: ResourceModel,
  visit: (name: string, value: unknown, link: FieldModel['link']) => void,
): void {
  for (const name of shown) {
    const value = item[name];
    if (value !== undefined) visit(name, value, fieldByName.get(name)!.link);
  }
}

/** Returns an item as it is sent to clients: the given fields, with links as IRIs, without undefined values. */
export function toWire(
  item: Item,
  { operation, shownFields }: OperationCall,
  shown: readonly string[] = shownFields,
): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  for (const name of shown) {
    const value = item[name];
    if (value !== undefined) wire[name] = value;
  }
  // A link that is not shown can have the name of an inherited property, such as "constructor".
  for (const { name, link } of operation.resource.iriLinks)
    if (Object.hasOwn(wire, name) && wire[name] !== null) wire[name] = writeLink(wire[name], link!);
  return wire;
}

/** Whether an item can be sent with all public fields as it is, without a copy. */
export function isWire(item: Item, { publicFields, iriLinks }: ResourceModel): boolean {
  if (iriLinks.length > 0 || Object.getPrototypeOf(item) !== Object.prototype) return false;
  let index = 0;
  for (const name in item) if (name !== publicFields[index++]) return false;
  return true;
}

/** Returns the value of a link as it is sent: IRIs, or identifiers when declared with `as: 'id'`. */
export function writeLink(value: unknown, { to, as }: NonNullable<FieldModel['link']>): unknown {
  if (as === 'id') return value;
  return Array.isArray(value) ? value.map((element) => getIri(to, element)) : getIri(to, value);
}

/** Returns the path of an item. */
export function getIri(to: ResourceModel, id: unknown): string {
  return to.iri(to.identifier.toKeys(id));
}

/** Returns the identifier in an IRI of a resource, which is a path or has this origin; undefined for other texts. */
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

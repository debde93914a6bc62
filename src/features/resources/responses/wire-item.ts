import type { Item, OperationRun } from '../running/operation-run.ts';
import type { FieldModel, ResourceModel } from '../model/resource-model.ts';
import { parsePathScope } from '../model/path-scope.ts';

/** An item as clients see it: the fields that are shown, links written as they are on the wire, nothing that is undefined. */
export function toWire(
  item: Item,
  run: OperationRun,
  shown: readonly string[] = run.shownFields,
): Record<string, unknown> {
  const { fieldByName } = run.operation.resource;
  const wire: Record<string, unknown> = {};
  for (const name of shown) {
    const value = item[name];
    if (value === undefined) continue;
    const { link } = fieldByName.get(name)!;
    wire[name] = link === undefined || value === null ? value : writeLink(value, link);
  }
  return wire;
}

/** Does an item look to clients as it is, member for member? Then nothing has to be made of it. */
export function isWire(item: Item, { publicFields, hasIriLinks }: ResourceModel): boolean {
  if (hasIriLinks || Object.getPrototypeOf(item) !== Object.prototype) return false;
  let index = 0;
  for (const name in item) if (name !== publicFields[index++]) return false;
  return true;
}

/** The value of a link: the IRI of the other item, several for a list of them, or identifiers when so declared. */
export function writeLink(value: unknown, { to, as }: NonNullable<FieldModel['link']>): unknown {
  if (as === 'id') return value;
  return Array.isArray(value) ? value.map((each) => iriOf(to, each)) : iriOf(to, value);
}

/** The path of the item of a resource with this identifier. */
export function iriOf(to: ResourceModel, id: unknown): string {
  const { keys } = to.identifier;
  return to.iri(keys.length === 1 ? { [keys[0]!]: id } : (id as Item));
}

/**
 * The identifier behind an IRI of a resource, absolute or a path; undefined when it is none.
 * @param origin of the request: only IRIs of the same host are the host's own
 */
export function parseIri(to: ResourceModel, iri: string, origin: string): unknown {
  const path = iri.startsWith(`${origin}/`) ? iri.slice(origin.length) : iri;
  if (path.length > LONGEST_IRI) return undefined;
  const [home] = to.collectionPaths;
  const found = home!.match(path);
  const scope = found && parsePathScope(home!, found.uri);
  const id = scope && to.itemSegment.parse(found.id);
  if (id === undefined) return undefined;
  const { keys } = to.identifier;
  return keys.length === 1 ? id[keys[0]!] : Object.fromEntries(keys.map((key) => [key, id[key] ?? scope![key]]));
}

const LONGEST_IRI = 2048;

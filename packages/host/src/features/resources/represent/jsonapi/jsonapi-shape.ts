import { memoizePerObject } from '../../model/memoize.ts';
import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';

/**
 * The names of the fields of a resource in JSON:API. `id` and `type` are reserved (§7.2.2): the identifier is written as `id`,
 * other fields with these names as `itemId` and `itemType`.
 */
export interface JsonapiShape {
  /** The type of its resource objects: the plural name of the resource. */
  readonly type: string;
  readonly resource: ResourceModel;
  /** The field that is written only as `id`; undefined if the identifier has another name. */
  readonly idField: string | undefined;
  /** Member names by field name. */
  readonly member: ReadonlyMap<string, string>;
  /** Fields by member name. */
  readonly field: ReadonlyMap<string, FieldModel>;
}

export const jsonapiShapeOf = memoizePerObject((resource: ResourceModel): JsonapiShape => {
  const { keys } = resource.identifier;
  const idField = keys.length === 1 && keys[0] === 'id' ? 'id' : undefined;
  const member = new Map(resource.fields.map(({ name }) => [name, RESERVED[name] ?? name]));
  const field = new Map(resource.fields.map((each) => [member.get(each.name)!, each]));
  return { type: resource.name, resource, idField, member, field };
});

const RESERVED: Readonly<Record<string, string>> = { id: 'itemId', type: 'itemType' };

/** Returns the identifier of an item as text, as in its path. */
export function idText({ identifier }: ResourceModel, item: Readonly<Record<string, unknown>>): string {
  const text = identifier.format(item);
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/** Whether a type in a document is that of the resource: its name (`books`) or its type (`Book`). */
export function isTypeOf({ name, type }: ResourceModel, sent: unknown): boolean {
  return sent === name || sent === type;
}

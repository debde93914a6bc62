import { memoizePerObject } from '../../model/memoize.ts';
import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';

/**
 * How a resource looks in JSON:API: which of its fields are attributes, which relationships, and what they are called
 * there. `id` and `type` belong to the standard (§7.2.2): the identifier is written as `id`, another field of such a
 * name as `itemId` or `itemType`.
 */
export interface JsonapiShape {
  /** The name of the resource, in the plural, as clients of JSON:API expect it. */
  readonly type: string;
  readonly resource: ResourceModel;
  /** The field that is written as `id` and nowhere else; undefined when the identifier is called otherwise. */
  readonly idField: string | undefined;
  /** What a field is called. */
  readonly member: ReadonlyMap<string, string>;
  /** Which field a name means. */
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

/** The identifier of an item as text, the same as in its path. */
export function idText({ identifier }: ResourceModel, item: Readonly<Record<string, unknown>>): string {
  const text = identifier.format(item);
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/** Does a client mean this resource? `books` as its paths say, or `Book` as its type does. */
export function isTypeOf({ name, type }: ResourceModel, sent: unknown): boolean {
  return sent === name || sent === type;
}

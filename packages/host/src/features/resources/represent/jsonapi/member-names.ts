import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';

/*
 * `id` and `type` are reserved in JSON:API (§7.2.2): the identifier is written as `id`, other fields with these names as
 * `itemId` and `itemType`.
 */

/** Whether a field is written only as the `id` of its resource object. */
export function writesAsId({ identifier: { keys } }: ResourceModel, field: string): boolean {
  return field === 'id' && keys.length === 1 && keys[0] === 'id';
}

/** Returns the name of the member of a field. */
export function memberName({ fieldByName }: ResourceModel, field: string): string {
  if ((field !== 'id' && field !== 'type') || !fieldByName.has(field)) return field;
  return field === 'id' ? 'itemId' : 'itemType';
}

/** Returns the field of a member; undefined if the resource has none. */
export function findField({ fieldByName }: ResourceModel, member: string): FieldModel | undefined {
  if (member === 'id' || member === 'type') return undefined;
  const renamed = member === 'itemId' ? 'id' : member === 'itemType' ? 'type' : member;
  return fieldByName.get(member) ?? fieldByName.get(renamed);
}

/** Returns the identifier of an item as text, as in its path. */
export function formatId({ identifier }: ResourceModel, item: Readonly<Record<string, unknown>>): string {
  const text = identifier.format(item);
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/** Whether a type in a document is that of the resource: its name (`books`) or its type (`Book`). */
export function matchesType({ name, type }: ResourceModel, sent: unknown): boolean {
  return sent === name || sent === type;
}

import type { NumberedValue } from './value-numbering.ts';

/** Returns the members of an object by name. */
export function getMembers({ names, parts }: NumberedValue): ReadonlyMap<string, NumberedValue> {
  return new Map(names!.map((name, index) => [name, parts![index]!]));
}

/** Returns a member of an object. */
export function getMember({ names, parts }: NumberedValue, name: string): NumberedValue | undefined {
  const index = names?.indexOf(name) ?? -1;
  return index < 0 ? undefined : parts![index];
}

/** Returns whether rows have at least half of their members in common. */
export function isSimilar(before: NumberedValue, after: NumberedValue): boolean {
  const members = getMembers(after);
  const equal = before.names!.filter((name, index) => members.get(name)?.id === before.parts![index]!.id).length;
  return equal > 0 && equal * 2 >= Math.max(before.names!.length, members.size);
}

const KEYS = ['@id', 'id', 'uuid', '_id', 'key'];

/** Returns the member that identifies each row of both lists. */
export function findKey(before: readonly NumberedValue[], after: readonly NumberedValue[]): string | undefined {
  if (before.length === 0 || after.length === 0) return undefined;
  return KEYS.find((key) => [before, after].every((rows) => isUnique(rows, key)));
}

function isUnique(rows: readonly NumberedValue[], key: string): boolean {
  const ids = new Set<number>();
  for (const row of rows) {
    const member = getMember(row, key);
    if (typeof member?.value !== 'string' && typeof member?.value !== 'number') return false;
    ids.add(member.id);
  }
  return ids.size === rows.length;
}

/** Returns whether two lists have the same rows in any order. */
export function haveSameRows(before: readonly number[], after: readonly number[]): boolean {
  const counts = new Map<number, number>();
  for (const id of before) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const id of after) counts.set(id, (counts.get(id) ?? 0) - 1);
  return counts.values().every((count) => count === 0);
}

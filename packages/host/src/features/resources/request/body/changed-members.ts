import { isObject } from 'oriel-core/http';
import type { Item } from '../../model/reach.ts';

/**
 * Returns the members of a validated item that differ from the previous item.
 * @param members the members that are null in the result when they are missing in `next`. Default: those of `previous`
 */
export function changedMembers(
  next: unknown,
  previous: Item,
  members: readonly string[] = Object.keys(previous),
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  if (!isObject(next)) return changes;
  for (const name of Object.keys(next)) if (!isSameValue(next[name], previous[name])) changes[name] = next[name];
  // A member that a patch removed becomes null.
  for (const name of members)
    if (!(name in next) && previous[name] !== null && previous[name] !== undefined) changes[name] = null;
  return changes;
}

/** Whether two values have the same JSON. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return JSON.stringify(one) === JSON.stringify(other);
}

import type { Item } from '../running/operation-run.ts';

/** The members of a validated item that differ from the one that was there. */
export function changedMembers(
  next: unknown,
  previous: Item,
  members: readonly string[] = Object.keys(previous),
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  if (!isObject(next)) return changes;
  for (const name of Object.keys(next)) if (!isSameValue(next[name], previous[name])) changes[name] = next[name];
  // A member that a patch took away is one that holds nothing now.
  for (const name of members)
    if (!(name in next) && previous[name] !== null && previous[name] !== undefined) changes[name] = null;
  return changes;
}

/** Is it the same as JSON? */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return JSON.stringify(one) === JSON.stringify(other);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

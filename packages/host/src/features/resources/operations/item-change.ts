import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';

/**
 * Calls the observer with the change that a write made, after its transaction. Does nothing if nothing changed.
 *
 * @param next the item after the write; null or undefined if it was deleted
 */
export function notifyChange(call: PendingWrite, next: Item | null | undefined): void {
  const { operation, previous } = call;
  const { onChange } = operation.resource;
  if (onChange === undefined) return;
  if (!next) {
    if (previous) onChange({ kind: 'deleted', item: previous, call });
  } else if (!previous) onChange({ kind: 'created', item: next, call });
  else if (!isUntouched(call, previous, next)) onChange({ kind: 'changed', item: next, call });
}

function isUntouched({ operation, changes }: PendingWrite, previous: Item, next: Item): boolean {
  const { kind, resource } = operation;
  // Functions of the application may have other effects, and may have modified the object that they returned before.
  if (resource.functions.has(kind) || (previous === next && resource.functions.has('get'))) return false;
  if (changes !== undefined) return Object.keys(changes).length === 0;
  const read = (item: Item, name: string): string => JSON.stringify(item[name] ?? null);
  return resource.fields.every(({ name }) => read(previous, name) === read(next, name));
}

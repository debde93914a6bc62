import type { Item } from '../model/item.ts';
import type { PendingWrite } from '../model/pending-write.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** A write that was committed. */
export interface FinishedWrite extends PendingWrite {
  /** The item after the write; undefined after a delete. */
  readonly next: Item | undefined;
  readonly isCreated: boolean;
}

/** Calls the observer with the change that a write made, after its transaction. Does nothing if nothing changed. */
export function notifyChange(call: FinishedWrite): void {
  const { operation, previous, next, isCreated } = call;
  const { onChange } = operation.resource;
  if (onChange === undefined) return;
  if (operation.kind === 'delete') {
    if (previous) onChange({ kind: 'deleted', item: previous, call });
  } else if (isCreated) onChange({ kind: 'created', item: next!, call });
  else if (next && !isUntouched(call)) onChange({ kind: 'changed', item: next, call });
}

function isUntouched({ operation, previous, next, changes }: FinishedWrite): boolean {
  const { kind, resource } = operation;
  // Functions of the application may have other effects, and may have modified the object that they returned before.
  if (resource.functions.has(kind) || !previous || !next) return false;
  if (changes !== undefined) return Object.keys(changes).length === 0;
  return isSame(previous, next, resource);
}

function isSame(one: Item, other: Item, { fields }: ResourceModel): boolean {
  return fields.every(({ name }) => JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null));
}

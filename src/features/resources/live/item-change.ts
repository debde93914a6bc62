import type { Item, OperationRun } from '../running/operation-run.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Something that became of an item, and will not be undone. */
export interface ItemChange {
  readonly kind: 'created' | 'changed' | 'deleted';
  /** As it is now; of one that was deleted, as it was. */
  readonly item: Item;
  /** The request that did it. */
  readonly run: OperationRun;
}

/** Is told of every change of a resource's items, once each. Must neither throw nor keep anybody waiting. */
export type ChangeObserver = (change: ItemChange) => void;

/** Tells what a run has done, now that its transaction is over; nothing when it has changed nothing. */
export function notifyChange(run: OperationRun): void {
  const {
    operation,
    read: { previous },
    result: { next, isCreated: created },
  } = run;
  const { onChange } = operation.resource;
  if (onChange === undefined) return;
  if (operation.kind === 'delete') {
    if (previous) onChange({ kind: 'deleted', item: previous, run });
  } else if (created) onChange({ kind: 'created', item: next!, run });
  else if (next && !isUntouched(run)) onChange({ kind: 'changed', item: next, run });
}

function isUntouched({ operation, read: { previous }, result: { next }, request: { changes } }: OperationRun): boolean {
  const { kind, resource } = operation;
  // What functions of an application do beside nobody knows, and they may have changed the very object they gave before.
  const own = (resource.definition.process as Readonly<Record<string, unknown>> | undefined)?.[kind];
  if (own !== undefined || !previous || !next) return false;
  if (changes !== undefined) return Object.keys(changes).length === 0;
  return isSame(previous, next, resource);
}

function isSame(one: Item, other: Item, { fields }: ResourceModel): boolean {
  return fields.every(({ name }) => JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null));
}

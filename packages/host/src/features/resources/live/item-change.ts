import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Calls the observer with the change that a run made, after its transaction. Does nothing if nothing changed. */
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
  // Own functions may have other effects, and may have modified the object that they returned before.
  const own = (resource.definition.process as Readonly<Record<string, unknown>> | undefined)?.[kind];
  if (own !== undefined || !previous || !next) return false;
  if (changes !== undefined) return Object.keys(changes).length === 0;
  return isSame(previous, next, resource);
}

function isSame(one: Item, other: Item, { fields }: ResourceModel): boolean {
  return fields.every(({ name }) => JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null));
}

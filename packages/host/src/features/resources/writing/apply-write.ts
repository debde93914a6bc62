import { assertOwnItem } from '../access/own-item.ts';
import { assertWritable, fixedValues, writableRows, writeScope } from '../access/write-scope.ts';
import type { AnyFunction } from '../definition/resource-functions.ts';
import { applyDefaults } from './apply-defaults.ts';
import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { OperationRun } from '../running/operation-run.ts';
import { EMPTY_SCOPE } from '../model/item.ts';
import type { Item } from '../model/item.ts';
import { functionInput, plainId, createStoreContext } from '../stores/store-context.ts';

/**
 * Creates, replaces, patches or deletes the item of a run, with the function of the resource or its store.
 *
 * @returns the item after the write; undefined after a delete, null when the item was deleted in the meantime
 */
export function applyWrite(run: OperationRun): MaybePromise<Item | null | undefined> {
  return andThen(applyDefaults(run), () => writeItem(run));
}

function writeItem(run: OperationRun): MaybePromise<Item | null | undefined> {
  const { kind, resource } = run.operation;
  const own = resource.definition.process?.[kind as 'create'] as AnyFunction | undefined;
  const body = run.request.input as Record<string, unknown>;
  const {
    request: { id, changes },
    read: { previous },
  } = run;
  const scope = writeScope(run);
  if (own) {
    const target = id === undefined ? { scope } : { id: plainId(id), previous, scope };
    const input =
      kind === 'patch'
        ? { ...target, next: withFixedValues(body, run), changes }
        : { ...target, body: withFixedValues(body, run) };
    return andThen(assertWritable(run, previous ? { ...previous, ...body } : undefined), () =>
      andThen(own(functionInput(run, input)), (item) => assertOwnItem(item, run) as Item | null | undefined),
    );
  }
  const limited = writableRows(run) !== undefined;
  const next = limited ? ({ ...previous, ...scope, ...body, ...changes } as Item) : undefined;
  return andThen(limited ? assertWritable(run, next) : undefined, () => writeToStore(run, scope));
}

function writeToStore(run: OperationRun, scope: Item): MaybePromise<Item | null | undefined> {
  const { kind, resource, inputMembers } = run.operation;
  const body = run.request.input as Record<string, unknown>;
  const {
    request: { id, changes },
    read: { previous },
  } = run;
  const { store } = resource;
  const context = createStoreContext(run, scope);
  if (kind === 'create') return store!.create!({ ...body, ...scope }, context);
  if (kind === 'replace')
    return previous === null
      ? store!.create!({ ...body, ...id, ...scope }, context)
      : store!.replace!(id!, withNulls(body, inputMembers), context);
  if (kind === 'patch') return store!.patch!(id!, changes as Record<string, unknown>, context);
  return andThen(store!.delete!(id!, context), (existed) => (existed ? undefined : null));
}

// Values that the tenant or an access rule requires of every row are added to the body.
function withFixedValues(body: Record<string, unknown>, run: OperationRun): Record<string, unknown> {
  const fixed = fixedValues(run);
  return run.operation.kind === 'delete' || fixed === EMPTY_SCOPE ? body : { ...body, ...fixed };
}

// PUT replaces all members, so those that are missing become null.
function withNulls(body: Record<string, unknown>, members: readonly string[] = []): Record<string, unknown> {
  const complete = { ...body };
  for (const name of members) complete[name] ??= null;
  return complete;
}

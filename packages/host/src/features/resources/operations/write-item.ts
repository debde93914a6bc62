import type { MaybePromise } from 'oriel-core/http';
import { EMPTY_SCOPE } from '../model/reach.ts';
import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import { assertWritable, fixedValues, writableRows, writeScope } from '../reach/write-scope.ts';
import { WriteContext } from '../source/source-context.ts';
import { createItem } from './create.ts';
import { deleteItem } from './delete.ts';
import { patchItem } from './patch.ts';
import { replaceItem } from './replace.ts';
import { runAfterHooks } from './run-hooks.ts';

type WriteItem = (call: PendingWrite, context: WriteContext) => MaybePromise<Item | null | undefined>;

const WRITES: Readonly<Record<string, WriteItem>> = {
  create: createItem,
  replace: replaceItem,
  patch: patchItem,
  delete: deleteItem,
};

/**
 * Writes the item of an operation: checks that it stays among the rows that the user may write, and calls the source and then the
 * hooks that run after the write.
 *
 * @returns the item after the write; undefined after a delete, null if the item was deleted in the meantime
 * @throws {ForbiddenError} (as a rejection) if the item would be outside of those rows
 */
export async function writeItem(call: PendingWrite): Promise<Item | null | undefined> {
  const { operation, reach, previous, changes } = call;
  const scope = writeScope(call);
  if (writableRows(reach) !== undefined) await assertWritable(call, completeItem(call, scope));
  const context = new WriteContext(call, scope, reach, { previous, body: withFixedValues(call), changes });
  const item = await WRITES[operation.kind]!(call, context);
  if (operation.hooks !== undefined && item !== null) await runAfterHooks(call, item ?? null);
  return item;
}

// The item after the write. A function of the application creates the item from the body, so it is not known.
function completeItem({ operation, previous, input, changes }: PendingWrite, scope: Item): Item | undefined {
  const isKnown = previous != null || !operation.resource.functions.has(operation.kind);
  return isKnown ? { ...previous, ...scope, ...(input as Item | undefined), ...changes } : undefined;
}

// Values that the tenant or an access rule requires of every row are added to the body.
function withFixedValues({ operation, reach, input }: PendingWrite): Item | undefined {
  const fixed = fixedValues(reach);
  const body = input as Item | undefined;
  return operation.kind === 'delete' || fixed === EMPTY_SCOPE ? body : { ...body, ...fixed };
}

import type { MaybePromise } from 'oriel-core/http';
import { EMPTY_SCOPE } from '../model/reach.ts';
import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import { assertWritable, fixedValues, writableRows, writeScope } from '../reach/write-scope.ts';
import { addComputedFields } from '../source/compute-fields.ts';
import { WriteContext } from '../source/source-context.ts';
import { runAfterHooks } from './run-hooks.ts';

type WriteItem = (call: PendingWrite, context: WriteContext) => MaybePromise<Item | null | undefined>;

// Null if the item was deleted in the meantime.
const WRITES: Readonly<Record<string, WriteItem>> = {
  create: ({ operation, input }, context) =>
    operation.resource.source.create!({ ...(input as Item), ...context.scope }, context),
  replace: replaceItem,
  patch: ({ operation, id, changes }, context) => operation.resource.source.patch!(id!, changes!, context),
  delete: async ({ operation, id }, context) =>
    (await operation.resource.source.delete!(id!, context)) ? undefined : null,
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

// PUT replaces the item, or creates it.
async function replaceItem(call: PendingWrite, context: WriteContext): Promise<Item | null> {
  const { id, previous, operation } = call;
  const { functions, source, store } = operation.resource;
  const input = call.input as Item;
  // `process.replace` also creates items, and `process.create` is for POST.
  if (previous !== null || functions.has('replace'))
    return source.replace!(id!, withNulls(input, operation.inputMembers), context);
  const created = await store!.create!({ ...input, ...id, ...context.scope }, context);
  return (await addComputedFields([created], operation.resource, call))[0]!;
}

// PUT replaces all members, so those that are missing become null.
function withNulls(body: Item, members: readonly string[] = []): Record<string, unknown> {
  const complete: Record<string, unknown> = { ...body };
  for (const name of members) complete[name] ??= null;
  return complete;
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

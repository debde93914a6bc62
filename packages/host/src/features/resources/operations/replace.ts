import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import { addComputedFields } from '../source/compute-fields.ts';
import type { WriteContext } from '../source/source-context.ts';

/** Replaces the item of PUT, or creates it. @returns null if the item was deleted in the meantime */
export async function replaceItem(call: PendingWrite, context: WriteContext): Promise<Item | null> {
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

import type { PendingWrite } from '../model/operation-call.ts';
import type { WriteContext } from '../source/source-context.ts';

/** Deletes the item of DELETE. @returns null if the item was deleted in the meantime */
export async function deleteItem({ operation, id }: PendingWrite, context: WriteContext): Promise<null | undefined> {
  return (await operation.resource.source.delete!(id!, context)) ? undefined : null;
}

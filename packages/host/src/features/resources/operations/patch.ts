import type { MaybePromise } from 'oriel-core/http';
import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import type { WriteContext } from '../source/source-context.ts';

/** Writes the members that PATCH changes. @returns null if the item was deleted in the meantime */
export function patchItem({ operation, id, changes }: PendingWrite, context: WriteContext): MaybePromise<Item | null> {
  return operation.resource.source.patch!(id!, changes!, context);
}

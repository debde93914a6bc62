import type { MaybePromise } from 'oriel-core/http';
import { EMPTY_SCOPE } from '../model/reach.ts';
import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import type { WriteContext } from '../source/source-context.ts';

/** Creates the item of POST. */
export function createItem({ operation, input }: PendingWrite, context: WriteContext): MaybePromise<Item> {
  const { scope } = context;
  const item = scope === EMPTY_SCOPE ? (input as Item) : { ...(input as Item), ...scope };
  return operation.resource.source.create!(item, context);
}

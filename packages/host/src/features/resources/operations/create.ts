import type { MaybePromise } from 'oriel-core/http';
import type { Item } from '../model/reach.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import type { WriteContext } from '../source/source-context.ts';

/** Creates the item of POST. */
export function createItem({ operation, input }: PendingWrite, context: WriteContext): MaybePromise<Item> {
  return operation.resource.source.create!({ ...(input as Item), ...context.scope }, context);
}

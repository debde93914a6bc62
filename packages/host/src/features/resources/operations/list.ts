import { NotFoundError } from 'oriel-core/http';
import { pageLength } from '../declare/list-request.ts';
import type { Page } from '../declare/list-request.ts';
import type { Item } from '../model/item.ts';
import type { PendingWrite } from '../model/pending-write.ts';
import { restrictList } from '../reach/restrict-list.ts';
import { firstBatch, readBatches } from '../source/read-batches.ts';
import { SourceContext } from '../source/source-context.ts';
import { findMissingParent, hasRestrictedParent } from './find-parents.ts';

/**
 * Loads the page of a list: the rows that the query, the path and the reach of the user have in common.
 *
 * @returns the page, or the error if an item in the path does not exist
 */
export async function readList(call: PendingWrite): Promise<Page<Item> | NotFoundError> {
  const { resource } = call.operation;
  if (call.query!.isStreamed === true)
    call.query = { ...call.query!, request: firstBatch(call.query!.request!, resource) };
  const request = await restrictList(call.query!.request!, call.reach, call);
  const context = new SourceContext(call, call.scope, call.reach, { json: fieldsOfJson(call) });
  const page = await resource.source.list!(request, context);
  if (call.query!.isStreamed === true)
    call.batches = readBatches(page, request, (next) => resource.source.list!(next, context));
  // A list with items proves that the items in its path exist, unless reading those is restricted.
  const isProven = pageLength(page) > 0 || page.total! > 0;
  const missing = isProven && !hasRestrictedParent(call.operation) ? undefined : await findMissingParent(call);
  return missing === undefined ? hideFields(page, call) : new NotFoundError(missing);
}

// The store may return JSON when the response has all fields and no field is restricted.
function fieldsOfJson({ operation: { resource }, format, query }: PendingWrite): readonly string[] | undefined {
  const isPlain = format.name === 'json' && !resource.hasReadRules && query!.fields === undefined;
  return isPlain ? resource.publicFields : undefined;
}

// Removes fields that the user cannot read.
function hideFields(page: Page<Item>, call: PendingWrite): Page<Item> {
  if (call.readableByItem.length === 0) return page;
  return { ...page, items: Array.from(page.items, (item) => call.visibleItem(item)) };
}

import { NotFoundError } from 'oriel-core/http';
import type { Identity } from '../declare/resource-store.ts';
import { parsePathScope } from '../model/collection-path.ts';
import { isInScope } from '../model/reach.ts';
import type { Item } from '../model/reach.ts';
import type { Operation } from '../model/operation.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import { notFoundMessage } from '../reach/authorize.ts';
import { matchesFilter } from '../source/matches-filter.ts';
import { SourceContext } from '../source/source-context.ts';
import { findMissingParent, hasRestrictedParent } from './find-parents.ts';

/**
 * Loads the item of an operation. Items in the path must exist as well, and the item must belong to them.
 *
 * @returns the identifier and the item, or the error if the item does not exist, or not for this user
 */
export async function readItem(call: PendingWrite): Promise<FoundItem | NotFoundError> {
  const { operation, uri } = call;
  const { itemSegment, identifier } = operation.resource;
  const segment = itemSegment.parse(String(uri['id']));
  if (segment === undefined) return notFound(call);
  const id = itemSegment === identifier ? segment : { ...parsePathScope(operation.collectionPath, uri), ...segment };
  const item = await findItem(call, id);
  if (item === undefined || (item === null && !mayBeMissing(operation))) return notFound(call);
  const isRestricted = hasRestrictedParent(operation);
  const missing = item !== null && !isRestricted ? undefined : await findMissingParent(call);
  if (missing === undefined) return { id, previous: item };
  // A message about the item in the path would reveal that the requested item exists.
  return isRestricted ? notFound(call) : new NotFoundError(missing);
}

type FoundItem = Pick<PendingWrite, 'id' | 'previous'>;

/**
 * Finds the item of a call.
 *
 * @param mode `lock` if the transaction in progress will write it, `hidden` to find it also if the access rules hide it from its user
 * @returns null if it does not exist, undefined if it exists where the user cannot reach it
 */
export async function findItem(
  call: PendingWrite,
  id: Identity,
  mode: 'read' | 'lock' | 'hidden' = 'read',
): Promise<Item | null | undefined> {
  const { operation, scope, reach } = call;
  const context = new SourceContext(call, scope, reach, mode === 'lock');
  const item = await operation.resource.source.get!(id, context, mode === 'read' ? fieldsToRead(call) : undefined);
  if (item === null || item === undefined) return null;
  // A function may return the items of all tenants and parents.
  if (!isInScope(item, scope)) return undefined;
  const isReachable = mode === 'hidden' || reach.rows === undefined || (await matchesFilter(item, reach.rows, call));
  return isReachable ? item : undefined;
}

// The entity tag and access rules may need more fields than the response.
function fieldsToRead({ operation, readableByItem, query, scope, reach }: PendingWrite): readonly string[] | undefined {
  const { tagSource, lastModified } = operation.responseOptions;
  if (query?.fields === undefined || tagSource === 'hash' || readableByItem.length > 0) return undefined;
  if (reach.rows !== undefined || operation.access !== undefined) return undefined;
  const computed = tagSource === undefined ? [] : operation.resource.computedFields.map(({ name }) => name);
  const more = [tagSource?.field, lastModified, ...computed].filter((name) => name !== undefined);
  return [...new Set([...query.fields, ...more, ...Object.keys(scope)])];
}

/** Returns whether an operation accepts that its item does not exist: PUT that creates it. */
export function mayBeMissing({ kind, resource }: Operation): boolean {
  return kind === 'replace' && resource.definition.allowCreate === true;
}

function notFound(call: PendingWrite): NotFoundError {
  return new NotFoundError(notFoundMessage(call));
}

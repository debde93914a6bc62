import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import { EMPTY_SCOPE } from '../model/reach.ts';
import type { Item } from '../model/reach.ts';
import { parsePathScope } from '../model/collection-path.ts';
import type { Operation } from '../model/operation.ts';
import type { PendingWrite } from '../model/operation-call.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { canRead } from '../reach/determine-reach.ts';
import { findReadableItems, identifierKey } from '../reach/readable-items.ts';
import { hasRestrictedReads, restrictedParents } from '../reach/restricted-reads.ts';
import { findLinkedItem } from '../source/find-item.ts';

/**
 * Returns the equalities that all rows of a call meet: those of its path and its tenant. Undefined if the path is that of another
 * tenant, or no row can have its values.
 */
export function determineScope({ operation, uri, reach: { tenant } }: PendingWrite): Item | undefined {
  const path = parsePathScope(operation.collectionPath, uri);
  if (path === undefined || tenant === EMPTY_SCOPE) return path;
  if (path === EMPTY_SCOPE) return tenant;
  for (const name in tenant) if (name in path && path[name] !== tenant[name]) return undefined;
  return { ...path, ...tenant };
}

/** Returns whether the path has items that not every user can read. Users who cannot read them cannot read what is below. */
export function hasRestrictedParent({ collectionPath }: Operation): boolean {
  return collectionPath.fieldVariables.some(({ field: { link } }) => link !== undefined && hasRestrictedReads(link.to));
}

/** Checks that the items in the path exist. Returns the message about the first one that does not; undefined if all exist. */
export async function findMissingParent(call: PendingWrite): Promise<Message | undefined> {
  for (const { field } of call.operation.collectionPath.fieldVariables) {
    if (field.link === undefined) continue;
    const { to } = field.link;
    const id = call.scope[field.name];
    if (!(await parentExists(to, id, call)))
      return message('item.not-found', { type: to.type, id: String(id).slice(0, 100) });
  }
  return undefined;
}

// An item that the user cannot read, or whose own parents they cannot read, counts as missing.
async function parentExists(to: ResourceModel, id: unknown, call: PendingWrite): Promise<boolean> {
  if (restrictedParents(to).length > 0) {
    const text = identifierKey(to, id);
    return (await findReadableItems(to, new Map([[text, id]]), call)).has(text);
  }
  const item = await findLinkedItem(to, id, call, to.readAccess ? undefined : [to.identifier.keys[0]!]);
  if (item === null) return false;
  return item === undefined || to.readAccess === undefined || canRead(item, to, call);
}

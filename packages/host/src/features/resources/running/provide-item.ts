import { findItemOf } from '../access/find-item.ts';
import { identifierKey, findReadableItems } from '../access/readable-items.ts';
import { restrictedParents, canRead } from '../access/read-scope.ts';
import { nullIfHidden } from '../access/matches-filter.ts';
import type { AnyFunction } from '../definition/resource-functions.ts';
import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { ResourceModel } from '../model/resource-model.ts';
import { itemInput, plainId, createStoreContext } from '../stores/store-context.ts';
import type { OperationRun } from './operation-run.ts';
import { isInScope } from '../model/item.ts';
import type { Item } from '../model/item.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/**
 * Loads the item of a request from the function of the resource or its store; null or undefined when it does not exist or the
 * user may not access it.
 * @param lock whether the row is locked, because the transaction in progress will write it
 */
export function provideItem(run: OperationRun, lock = false): MaybePromise<Item | null | undefined> {
  const found = andThen(findItem(run, lock), (item) => itemInScope(item, run));
  return run.authorization.readFilter === undefined ? found : andThen(found, (item) => nullIfHidden(item ?? null, run));
}

// A function may return the items of all tenants and parents.
function itemInScope(item: Item | null | undefined, run: OperationRun): Item | null | undefined {
  if (item === null || item === undefined || isInScope(item, run.request.scope)) return item;
  run.authorization.isHidden = true;
  return null;
}

function findItem(run: OperationRun, lock: boolean): MaybePromise<Item | null | undefined> {
  const { resource } = run.operation;
  const get = resource.definition.provide?.get as AnyFunction | undefined;
  if (get === undefined) {
    const context = createStoreContext(run);
    return lock
      ? resource.store!.get(run.request.id!, { ...context, signal: run.context.signal, lock })
      : resource.store!.get(run.request.id!, context, fieldsToRead(run));
  }
  return get(itemInput(run, plainId(run.request.id!), run.request.scope, lock)) as MaybePromise<
    Item | null | undefined
  >;
}

// The entity tag and access rules may need more fields than the response.
function fieldsToRead({
  operation,
  readableByItem: byItem,
  request: { query, scope },
  authorization: { readFilter, access },
}: OperationRun): readonly string[] | undefined {
  const { tagSource: state, lastModified } = operation.responseOptions;
  if (query?.fields === undefined || state === 'hash' || readFilter || access || byItem.length > 0) return undefined;
  const more = [state?.field, lastModified].filter((name) => name !== undefined);
  return [...new Set([...query.fields, ...more, ...Object.keys(scope)])];
}

/** Checks that the items in the path exist. Returns the message about the first one that does not; undefined if all exist. */
export function findMissingParent(run: OperationRun): MaybePromise<Message | undefined> {
  const { fieldVariables } = run.operation.collectionPath;
  let detail: MaybePromise<Message | undefined> = undefined;
  for (const { field } of fieldVariables) {
    if (field.link === undefined) continue;
    const { to } = field.link;
    const checkNext = (earlier: Message | undefined): MaybePromise<Message | undefined> =>
      earlier ??
      andThen(parentExists(to, run.request.scope[field.name], run), (exists) =>
        exists ? undefined : notFoundMessage(to, run, field.name),
      );
    detail = andThen(detail, checkNext);
  }
  return detail;
}

// An item that the user cannot read, or whose own parents they cannot read, counts as missing.
function parentExists(to: ResourceModel, id: unknown, run: OperationRun): MaybePromise<boolean> {
  if (restrictedParents(to).length > 0) {
    const text = identifierKey(to, id);
    return findReadableItems(to, new Map([[text, id]]), run).then((readable) => readable.has(text));
  }
  const fields = to.readAccess ? undefined : [to.identifier.keys[0]!];
  return andThen(findItemOf(to, id, run, fields), (item) => {
    if (item === null) return false;
    return item === undefined || to.readAccess === undefined || canRead(item, to, run);
  });
}

function notFoundMessage({ type }: ResourceModel, { request: { scope } }: OperationRun, field: string): Message {
  return message('item.not-found', { type, id: String(scope[field]).slice(0, 100) });
}

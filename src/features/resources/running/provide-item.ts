import { findItemOf } from '../access/find-item.ts';
import { identifierKey, findReadableItems } from '../access/readable-items.ts';
import { restrictedParents, canRead } from '../access/read-scope.ts';
import { nullIfHidden } from '../access/matches-filter.ts';
import type { AnyFunction } from '../definition/resource-functions.ts';
import { isPromise, andThen } from '../../../core/http/promises.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { itemInput, plainId, createStoreContext } from '../stores/store-context.ts';
import type { Item, OperationRun } from './operation-run.ts';

/**
 * The item a request is about; null or undefined when there is none, as whoever was asked says it: a promise of an
 * application is handed on as it is, and waited for once.
 * @param lock it will be written in the transaction under way
 */
export function provideItem(run: OperationRun, lock = false): MaybePromise<Item | null | undefined> {
  const found = findItem(run, lock);
  return run.authorization.rows === undefined ? found : andThen(found, (item) => nullIfHidden(item ?? null, run));
}

function findItem(run: OperationRun, lock: boolean): MaybePromise<Item | null | undefined> {
  const { resource } = run.operation;
  const get = resource.definition.provide?.get as AnyFunction | undefined;
  if (get === undefined) {
    const context = lock ? { ...createStoreContext(run), signal: run.context.signal, lock } : createStoreContext(run);
    return resource.store!.get(run.request.id!, context, fieldsToRead(run));
  }
  return get(itemInput(run, plainId(run.request.id!))) as MaybePromise<Item | null | undefined>;
}

// A tag made of the whole item needs the whole item, however little of it is shown.
function fieldsToRead({
  operation,
  readableByItem: byItem,
  request: { query },
  authorization: { rows, access },
}: OperationRun): readonly string[] | undefined {
  const { tagSource: state, lastModified } = operation.responseOptions;
  // Nor does a rule say which fields it looks at.
  if (query?.fields === undefined || state === 'hash' || rows || access || byItem.length > 0) return undefined;
  const more = [state?.field, lastModified].filter((name) => name !== undefined);
  return [...new Set([...query.fields, ...more])];
}

/** Looks whether the items are there that the path goes through; says which is not. */
export function findMissingParent(run: OperationRun): MaybePromise<string | undefined> {
  const { fieldVariables } = run.operation.collectionPath;
  let later: MaybePromise<string | undefined> = undefined;
  for (const { field } of fieldVariables) {
    if (field.link === undefined) continue;
    const { to } = field.link;
    const look = (missing: string | undefined): MaybePromise<string | undefined> =>
      missing ??
      andThen(findParent(to, run.request.scope[field.name], run), (there) =>
        there ? undefined : notThere(to, run, field.name),
      );
    later = isPromise(later) ? later.then(look) : look(later as string | undefined);
  }
  return later;
}

// Users who cannot read the item in the path, or one in its own path, get the answer of a missing item.
function findParent(to: ResourceModel, id: unknown, run: OperationRun): MaybePromise<boolean> {
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

function notThere({ type }: ResourceModel, { request: { scope } }: OperationRun, field: string): string {
  return `There is no ${type} "${String(scope[field]).slice(0, 100)}"`;
}

import { assertKnownNames } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import type { PublishedChange } from '../declare/live-definition.ts';
import type { Item } from '../model/reach.ts';
import { OperationCall } from '../model/operation-call.ts';
import { EVERYTHING } from '../model/reach.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { afterCommit } from './after-commit.ts';
import { addComputedFields } from './compute-fields.ts';
import { tenantScope } from './tenant-scope.ts';

/**
 * Publishes the change of an item of a live resource, once the running write is committed.
 *
 * @param item the complete item after the change, or before it was deleted
 * @param context the request that changed it
 * @param uri the path variables of the request, if it is for this resource
 * @throws {TypeError} (as a rejection) if the resource is not live, or the item is incomplete or of another tenant
 */
export async function publishItem(
  resource: ResourceModel,
  item: Item,
  change: PublishedChange,
  context: HttpContext,
  uri: Item = {},
): Promise<void> {
  const { name, onChange, operations } = resource;
  if (onChange === undefined) throw new TypeError(`The resource "${name}" is not live; declare it with live: true`);
  const tenant = tenantScope(resource, context) ?? {};
  const call = Object.assign(new OperationCall(operations[0]!, context, uri), { reach: { ...EVERYTHING, tenant } });
  const [published] = await addComputedFields([{ ...tenant, ...item }], resource, call);
  assertPublishable(resource, published!, tenant);
  await afterCommit(() => onChange({ kind: change, item: published!, call }));
}

/** Returns the resource with a name. @throws {TypeError} if there is none */
export function findResource(resources: ReadonlyMap<string, ResourceModel>, name: string): ResourceModel {
  const found = resources.get(name);
  if (found === undefined) assertKnownNames([name], [...resources.keys()], 'resource');
  return found!;
}

// The topics are made of the fields of the item, and the data has all public ones.
function assertPublishable({ name, fields, tenant }: ResourceModel, item: Item, scope: Item): void {
  const missing = fields.find(
    (field) =>
      (field.name === tenant?.field || (field.required && field.read !== 'never')) && item[field.name] === undefined,
  );
  if (missing !== undefined)
    throw new TypeError(`The published item of "${name}" has no "${missing.name}"; publish the complete item`);
  for (const field in scope)
    if (item[field] !== scope[field])
      throw new TypeError(`The published item of "${name}" is of another tenant than the request`);
}

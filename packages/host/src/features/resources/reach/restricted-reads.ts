import type { ResourceModel } from '../model/resource-model.ts';

/**
 * Returns whether some requests cannot read all items of a resource: because of its tenant, its rules, the scope of its store,
 * or the items in its path.
 *
 * @param descendants the resources whose paths were followed to this one; they are not followed again
 */
export function hasRestrictedReads(resource: ResourceModel, descendants: readonly ResourceModel[] = []): boolean {
  const { readAccess, store, tenant } = resource;
  if (tenant !== undefined || readAccess !== undefined || store?.scope !== undefined) return true;
  return restrictedParents(resource, descendants).length > 0;
}

/** Returns the links to items in the path that not every user can read. GET returns an item only below readable ones. */
export function restrictedParents(
  resource: ResourceModel,
  descendants: readonly ResourceModel[] = [],
): readonly ParentLink[] {
  if (descendants.includes(resource)) return NO_PARENTS;
  const next = [...descendants, resource];
  const links = resource.collectionPaths[0]!.fieldVariables.flatMap(({ field: { name, link } }) =>
    link ? [{ name, to: link.to }] : [],
  );
  return links.filter(({ to }) => hasRestrictedReads(to, next));
}

/** A field that links to an item in the path. */
export interface ParentLink {
  readonly name: string;
  readonly to: ResourceModel;
}

const NO_PARENTS: readonly ParentLink[] = Object.freeze([]);

/** Returns whether filters and orders through links reach only rows of the tenant, without further conditions. */
export function limitsLinksItself({ functions, store }: ResourceModel): boolean {
  return !functions.has('list') && store?.limitsLinks === true;
}

import { lowerFirst } from '../../../http/first-letter.ts';
import type { ApiResources } from '../model/format.ts';
import type { ResourceModel } from '../model/resource-model.ts';

/** Returns the resources whose list is in the entrypoint, each under a unique name. */
export function listCollections({ resources }: Pick<ApiResources, 'resources'>): ReadonlyMap<string, ResourceModel> {
  const collections = new Map<string, ResourceModel>();
  for (const resource of resources.values()) {
    if (!canBeListed(resource)) continue;
    const short = lowerFirst(resource.type);
    const camelCase = resource.name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
    collections.set(collections.has(short) ? camelCase : short, resource);
  }
  return collections;
}

/** Returns the paths of these lists by name. */
export function collectionPaths(api: Pick<ApiResources, 'resources'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(listCollections(api), ([name, { path }]) => [name, path]));
}

/** Whether a resource has a list with a URL. A path with variables is not a URL. */
export function canBeListed({ path, operations }: ResourceModel): boolean {
  return !path.includes('{') && operations.some(({ kind }) => kind === 'list');
}

import type { MutableResourceModel } from './create-resource-model.ts';
import type { LinkedCollection, ResourceModel } from '../model/resource-model.ts';

/**
 * Adds to each resource the collections of resources that link to it: `/api/countries/fr/cities`, or
 * `/api/books?author=/api/authors/1` when there is no such path but an exact filter by the link.
 */
export function addLinkedCollections(models: ReadonlyMap<string, MutableResourceModel>): void {
  for (const model of models.values()) {
    if (!model.operations.some(({ kind }) => kind === 'list')) continue;
    for (const { name, link, read } of model.fields) {
      const target = link && models.get(link.to.name);
      const href = target && read === 'public' ? hrefOf(name, model, target) : undefined;
      if (href === undefined) continue;
      const isUsed = target!.linkedCollections.some((each) => each.name === model.name);
      const collection: LinkedCollection = { name: isUsed ? `${model.name}-${name}` : model.name, to: model, href };
      target!.linkedCollections = [...target!.linkedCollections, collection];
    }
  }
}

function hrefOf(field: string, model: ResourceModel, target: ResourceModel): LinkedCollection['href'] | undefined {
  const place = model.collectionPaths.find(
    ({ fieldVariables, variables }) => variables.length === 1 && fieldVariables[0]?.field.name === field,
  );
  const [key] = target.identifier.keys;
  if (place) return (item) => place.format({ [field]: item[key!] });
  const filter = [...model.filterParameters.values()].find(
    ({ kind, fields, many }) => kind === 'exact' && !many && fields.length === 1 && fields[0] === field,
  );
  if (filter === undefined || model.collectionPaths[0]!.variables.length > 0) return undefined;
  return (item) => `${model.path}?${encodeURIComponent(filter.name)}=${encodeURIComponent(target.iri(item))}`;
}

import type { MutableResourceModel } from './create-resource-model.ts';
import type { LinkedCollection, ResourceModel } from '../model/resource-model.ts';

/**
 * Tells the resources that others link to where those others are: `/api/countries/fr/cities`, or, where no path leads
 * below the item, `/api/books?author=/api/authors/1` if there is a filter for that.
 */
export function addLinkedCollections(models: ReadonlyMap<string, MutableResourceModel>): void {
  for (const model of models.values()) {
    if (!model.operations.some(({ kind }) => kind === 'list')) continue;
    for (const { name, link, read } of model.fields) {
      const target = link && models.get(link.to.name);
      const href = target && read === 'public' ? hrefOf(name, model, target) : undefined;
      if (href === undefined) continue;
      const taken = target!.collections.some((each) => each.name === model.name);
      const found: LinkedCollection = { name: taken ? `${model.name}-${name}` : model.name, to: model, href };
      target!.collections = [...target!.collections, found];
    }
  }
}

function hrefOf(field: string, model: ResourceModel, target: ResourceModel): LinkedCollection['href'] | undefined {
  const place = model.places.find(({ within, variables }) => variables.length === 1 && within[0]?.field.name === field);
  const [key] = target.identifier.keys;
  if (place) return (item) => place.collection({ [field]: item[key!] });
  const filter = [...model.parameters.values()].find(
    ({ kind, fields, many }) => kind === 'exact' && !many && fields.length === 1 && fields[0] === field,
  );
  if (filter === undefined || model.places[0]!.variables.length > 0) return undefined;
  return (item) => `${model.path}?${encodeURIComponent(filter.name)}=${encodeURIComponent(target.iri(item))}`;
}

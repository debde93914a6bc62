import { suggestName, withDefaults } from 'oriel-core/configuration';
import type { MutableResourceModel } from './mutable-model.ts';
import type { LinkDefinition } from '../declare/resource-definition.ts';
import type { FieldModel, LinkedCollection, ResourceModel } from '../model/resource-model.ts';
import type { JoinTable } from '../declare/resource-store.ts';
import { LINK_SETTINGS } from './resource-settings.ts';
import { toSingular } from './singular.ts';

/** Connects every field with a declared link to the model of the linked resource. */
export function resolveLinks(model: MutableResourceModel, models: ReadonlyMap<string, ResourceModel>): void {
  const links = (model.definition.links ?? {}) as Record<string, string | LinkDefinition>;
  for (const [name, declared] of Object.entries(links)) {
    const definition = typeof declared === 'string' ? { to: declared } : declared;
    const { to, as, requireReadable } = withDefaults(LINK_SETTINGS, definition);
    const issue = validateLink(name, definition, model, models);
    if (issue) {
      model.report(`links.${name}`, ...issue, 'ORIEL_RESOURCE_LINK');
      continue;
    }
    const field = model.fieldByName.get(name)!;
    const through = createJoinTable(definition, model.name);
    const linked = { ...field, link: { to: models.get(to)!, as, requireReadable, many: isList(field), through } };
    model.fieldByName.set(name, linked);
  }
  model.fields = [...model.fieldByName.values()];
  model.iriLinks = model.fields.filter(({ link }) => link?.as === 'iri');
  model.checkedLinks = model.fields.filter(
    ({ link }) => link && (link.requireReadable || link.to.tenant !== undefined),
  );
}

/** Connects the variables of the paths of a resource to the fields whose values they are. */
export function resolvePathVariables(model: MutableResourceModel): void {
  const { collectionPaths, definition, fieldByName, prefix, report } = model;
  const subresources = (definition.subresources ?? {}) as Record<string, Record<string, string>>;
  for (const [index, collection] of collectionPaths.entries()) {
    const path = collection.path.slice(prefix.length);
    const fields = (index === 0 ? (definition.parent ?? {}) : subresources[path]!) as Record<string, string>;
    const settingPath = index === 0 ? 'parent' : `subresources["${path}"]`;
    const { variables } = collection;
    for (const [variable, name] of Object.entries(fields)) {
      const field = fieldByName.get(name);
      const [reason, fix] = !variables.includes(variable)
        ? [
            `${collection.path} has no variable {${variable}}`,
            variables.length > 0 ? `Use one of ${variables.join(', ')}` : 'Remove it, or add a variable to the path',
          ]
        : field === undefined
          ? [`The schema has no field "${name}"`, suggestName(name, [...fieldByName.keys()])]
          : field.kind === 'json' || (field.link && field.link.to.identifier.keys.length > 1)
            ? [`"${name}" has more than one value`, 'Use a field with a string or a number']
            : [];
      if (reason !== undefined) report(`${settingPath}.${variable}`, reason, fix!, 'ORIEL_RESOURCE_PARENT');
      else collection.fieldVariables = [...collection.fieldVariables, { variable, field: field! }];
    }
    if (index > 0 && collection.fieldVariables.length < variables.length)
      report(
        settingPath,
        `Not every variable of ${collection.path} is assigned to a field`,
        `Assign them: { ${variables.map((variable) => `${variable}: '<field>'`).join(', ')} }`,
        'ORIEL_RESOURCE_PARENT',
      );
  }
}

function validateLink(
  name: string,
  { to, through }: LinkDefinition,
  { fieldByName, identifier }: ResourceModel,
  models: ReadonlyMap<string, ResourceModel>,
): [reason: string, fix: string] | undefined {
  const field = fieldByName.get(name);
  if (field === undefined) return [`The schema has no field "${name}"`, 'Use a field that contains an identifier'];
  const target = models.get(to);
  if (target === undefined) return [`Unknown resource "${to}"`, suggestName(to, [...models.keys()])];
  if (through === undefined) return undefined;
  if (!isList(field))
    return [`"${name}" is not a list of identifiers, so it has no join table`, `Use z.array(…), or remove through`];
  if (identifier.keys.length > 1 || target.identifier.keys.length > 1)
    return ['A join table supports only identifiers with a single key', 'Declare the join table as a resource'];
  return undefined;
}

function isList({ elements }: FieldModel): boolean {
  return elements !== undefined && elements !== 'json';
}

function createJoinTable({ to, through }: LinkDefinition, name: string): JoinTable | undefined {
  if (through === undefined) return undefined;
  const declared = typeof through === 'string' ? { table: through } : through;
  const column = (resource: string): string => `${toSingular(resource).replaceAll('-', '_')}_id`;
  return { from: column(name), to: column(to), ...declared };
}

/** Reports links written as IRIs to items whose path has variables that are not part of their identifier. */
export function validateLinkPaths({ fields, report }: MutableResourceModel): void {
  for (const { name, link } of fields) {
    if (link === undefined || link.as === 'id') continue;
    const { collectionPaths, identifier, name: to } = link.to;
    const [home] = collectionPaths;
    const known = home!.fieldVariables.filter(({ field }) => identifier.keys.includes(field.name));
    const missing = home!.variables.filter((variable) => !known.some((element) => element.variable === variable));
    if (missing.length > 0)
      report(
        `links.${name}`,
        `The path of an item of "${to}" needs {${missing.join('}, {')}}, which is not part of its identifier`,
        `Give "${to}" a path of its own and this one in \`subresources\`, or write identifiers: { to: '${to}', as: 'id' }`,
        'ORIEL_RESOURCE_LINK',
      );
  }
}

/** Uses the item paths of the resource that `itemsOf` names. */
export function resolveItems(model: MutableResourceModel, models: ReadonlyMap<string, ResourceModel>): void {
  const { itemsOf } = model.definition;
  if (itemsOf === undefined) return;
  const home = models.get(itemsOf);
  if (home === undefined || home === model)
    model.report(
      'itemsOf',
      home ? `"${itemsOf}" is the resource itself` : `Unknown resource "${itemsOf}"`,
      suggestName(home ? undefined : itemsOf, [...models.keys()]),
      'ORIEL_RESOURCE_ITEMS_OF',
    );
  else model.iri = (item, uri) => home.iri(item, uri);
}

/**
 * Adds to each resource the collections of resources that link to it: `/api/countries/fr/cities`, or
 * `/api/books?author=/api/authors/1` when there is no such path but an exact filter by the link.
 */
export function addLinkedCollections(models: ReadonlyMap<string, MutableResourceModel>): void {
  for (const model of models.values()) {
    if (!model.operations.some(({ kind }) => kind === 'list')) continue;
    for (const { name, link, read } of model.fields) {
      const target = link && models.get(link.to.name);
      const href = target && read === 'public' ? createHref(name, model, target) : undefined;
      if (href === undefined) continue;
      const isUsed = target!.linkedCollections.some((linkedCollection) => linkedCollection.name === model.name);
      const collection: LinkedCollection = { name: isUsed ? `${model.name}-${name}` : model.name, href };
      target!.linkedCollections = [...target!.linkedCollections, collection];
    }
  }
}

function createHref(field: string, model: ResourceModel, target: ResourceModel): LinkedCollection['href'] | undefined {
  const collectionPath = model.collectionPaths.find(
    ({ fieldVariables, variables }) => variables.length === 1 && fieldVariables[0]?.field.name === field,
  );
  const [key] = target.identifier.keys;
  if (collectionPath) return (item) => collectionPath.format({ [field]: item[key!] });
  const filter = [...model.filterParameters.values()].find(
    ({ kind, fields, many }) => kind === 'exact' && !many && fields.length === 1 && fields[0] === field,
  );
  if (filter === undefined || model.collectionPaths[0]!.variables.length > 0) return undefined;
  return (item) => `${model.path}?${encodeURIComponent(filter.name)}=${encodeURIComponent(target.iri(item))}`;
}

import { didYouMean } from 'oriel-core/http';
import type { ReportIssue, MutableResourceModel } from './mutable-model.ts';
import type { LinkDefinition } from '../declare/resource-definition.ts';
import type { FieldModel, LinkedCollection, ResourceModel } from '../model/resource-model.ts';
import type { JoinTable } from '../declare/resource-store.ts';
import { toSingular } from './singular.ts';

type LinkDeclaration = string | LinkDefinition;

/** Connects every field with a declared link to the model of the linked resource. */
export function resolveLinks(
  model: MutableResourceModel,
  models: ReadonlyMap<string, ResourceModel>,
  reportIssue: ReportIssue,
): void {
  for (const [name, declared] of Object.entries((model.definition.links ?? {}) as Record<string, LinkDeclaration>)) {
    const definition = typeof declared === 'string' ? { to: declared } : declared;
    const { to, as = 'iri', requireReadable = true } = definition;
    const field = model.fieldByName.get(name);
    const target = models.get(to);
    const issue = validateLink(name, definition, model, models);
    if (issue) reportIssue(`links.${name}`, ...issue, 'ORIEL_RESOURCE_LINK');
    else {
      const through = joinTableOf(definition, model.name);
      const linked = { ...field!, link: { to: target!, as, requireReadable, many: isList(field!), through } };
      model.fieldByName.set(name, linked);
      model.fields = model.fields.map((each) => (each.name === name ? linked : each));
      model.hasIriLinks ||= as === 'iri';
    }
  }
  model.checkedLinks = model.fields.filter(
    ({ link }) => link && (link.requireReadable || link.to.tenant !== undefined),
  );
}

/** Connects the variables of the paths of a resource to the fields whose values they are. */
export function resolvePathVariables(model: MutableResourceModel, prefix: string, reportIssue: ReportIssue): void {
  const [home, ...others] = model.collectionPaths;
  const subresources = (model.definition.subresources ?? {}) as Record<string, Record<string, string>>;
  const declared = [
    { place: home!, at: 'parent', fields: (model.definition.parent ?? {}) as Record<string, string> },
    ...others.map((place) => {
      const path = place.path.slice(prefix.length);
      return { place, at: `subresources["${path}"]`, fields: subresources[path]! };
    }),
  ];
  for (const { place, at, fields } of declared) {
    for (const [variable, name] of Object.entries(fields)) {
      const field = model.fieldByName.get(name);
      const [reason, fix] = !place.variables.includes(variable)
        ? [
            `${place.path} has no variable {${variable}}`,
            place.variables.length > 0
              ? `Use one of ${place.variables.join(', ')}`
              : 'Remove it, or add a variable to the path',
          ]
        : field === undefined
          ? [`The schema has no field "${name}"`, suggestField(name, model)]
          : field.kind === 'json' || (field.link && field.link.to.identifier.keys.length > 1)
            ? [`"${name}" has more than one value`, 'Use a field with a string or a number']
            : [];
      if (reason !== undefined) reportIssue(`${at}.${variable}`, reason, fix!, 'ORIEL_RESOURCE_PARENT');
      else place.fieldVariables = [...place.fieldVariables, { variable, field: field! }];
    }
    if (at !== 'parent' && place.fieldVariables.length < place.variables.length)
      reportIssue(
        at,
        `Not every variable of ${place.path} is assigned to a field`,
        `Assign them: { ${place.variables.map((each) => `${each}: '<field>'`).join(', ')} }`,
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
  if (target === undefined) return [`Unknown resource "${to}"`, `Use one of ${[...models.keys()].join(', ')}`];
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

function joinTableOf({ to, through }: LinkDefinition, name: string): JoinTable | undefined {
  if (through === undefined) return undefined;
  const declared = typeof through === 'string' ? { table: through } : through;
  const column = (resource: string): string => `${toSingular(resource).replaceAll('-', '_')}_id`;
  return { from: column(name), to: column(to), ...declared };
}

function suggestField(name: string, { fieldByName }: ResourceModel): string {
  const known = [...fieldByName.keys()];
  return `Use ${didYouMean(name, known) ?? `one of ${known.join(', ')}`}`;
}

/** Reports links written as IRIs to items whose path has variables that are not part of their identifier. */
export function validateLinkPaths({ fields }: ResourceModel, reportIssue: ReportIssue): void {
  for (const { name, link } of fields) {
    if (link === undefined || link.as === 'id') continue;
    const { collectionPaths, identifier, name: to } = link.to;
    const [home] = collectionPaths;
    const known = home!.fieldVariables.filter(({ field }) => identifier.keys.includes(field.name));
    const missing = home!.variables.filter((variable) => !known.some((each) => each.variable === variable));
    if (missing.length > 0)
      reportIssue(
        `links.${name}`,
        `The path of an item of "${to}" needs {${missing.join('}, {')}}, which is not part of its identifier`,
        `Give "${to}" a path of its own and this one in \`also\`, or write identifiers: { to: '${to}', as: 'id' }`,
        'ORIEL_RESOURCE_LINK',
      );
  }
}

/** Uses the item paths of the resource that `itemsOf` names. */
export function resolveItemsOf(
  model: MutableResourceModel,
  models: ReadonlyMap<string, ResourceModel>,
  reportIssue: ReportIssue,
): void {
  const { itemsOf } = model.definition;
  if (itemsOf === undefined) return;
  const home = models.get(itemsOf);
  if (home === undefined || home === model) {
    const meant = didYouMean(itemsOf, [...models.keys()]);
    reportIssue(
      'itemsOf',
      home ? `"${itemsOf}" is the resource itself` : `Unknown resource "${itemsOf}"`,
      meant && home === undefined ? `Did you mean "${meant}"?` : `Use one of ${[...models.keys()].join(', ')}`,
      'ORIEL_RESOURCE_ITEMS_OF',
    );
  } else model.iri = (item, uri) => home.iri(item, uri);
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

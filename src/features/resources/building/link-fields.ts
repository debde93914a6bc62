import { didYouMean } from '../../../core/http/did-you-mean.ts';
import type { ReportIssue, MutableResourceModel } from './create-resource-model.ts';
import type { LinkDefinition } from '../definition/resource-definition.ts';
import type { ResourceModel } from '../model/resource-model.ts';

type LinkDeclaration = string | LinkDefinition;

/** Connects every field with a declared link to the model of the linked resource. */
export function resolveLinks(
  model: MutableResourceModel,
  models: ReadonlyMap<string, ResourceModel>,
  reportIssue: ReportIssue,
): void {
  for (const [name, declared] of Object.entries((model.definition.links ?? {}) as Record<string, LinkDeclaration>)) {
    const { to, as = 'iri', requireReadable = true } = typeof declared === 'string' ? { to: declared } : declared;
    const field = model.fieldByName.get(name);
    const target = models.get(to);
    const issue = validateLink(name, to, model, models);
    if (issue) reportIssue(`links.${name}`, ...issue, 'ORIEL_RESOURCE_LINK');
    else {
      const linked = { ...field!, link: { to: target!, as, requireReadable } };
      model.fieldByName.set(name, linked);
      model.fields = model.fields.map((each) => (each.name === name ? linked : each));
      model.hasIriLinks ||= as === 'iri';
    }
  }
  model.checkedLinks = model.fields.filter(({ link }) => link?.requireReadable);
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
  to: string,
  { fieldByName }: ResourceModel,
  models: ReadonlyMap<string, ResourceModel>,
): [reason: string, fix: string] | undefined {
  if (!fieldByName.has(name)) return [`The schema has no field "${name}"`, 'Use a field that contains an identifier'];
  const target = models.get(to);
  return target === undefined ? [`Unknown resource "${to}"`, `Use one of ${[...models.keys()].join(', ')}`] : undefined;
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

import { didYouMean } from '../../../core/http/did-you-mean.ts';
import type { ReportIssue, MutableResourceModel } from './create-resource-model.ts';
import type { LinkDefinition } from '../definition/resource-definition.ts';
import type { ResourceModel } from '../model/resource-model.ts';

type Declared = string | LinkDefinition;

/** Gives every field with a link its other end, and the paths what their variables mean. */
export function resolveLinks(model: MutableResourceModel, models: ReadonlyMap<string, ResourceModel>, reportIssue: ReportIssue): void {
  for (const [name, declared] of Object.entries((model.definition.links ?? {}) as Record<string, Declared>)) {
    const { to, as = 'iri', requireReadable = true } = typeof declared === 'string' ? { to: declared } : declared;
    const field = model.field.get(name);
    const target = models.get(to);
    const flaw = flawOf(name, to, model, models);
    if (flaw) reportIssue(`links.${name}`, ...flaw, 'ORIEL_RESOURCE_LINK');
    else {
      const linked = { ...field!, link: { to: target!, as, requireReadable } };
      model.field.set(name, linked);
      model.fields = model.fields.map((each) => (each.name === name ? linked : each));
      model.linked ||= as === 'iri';
    }
  }
  model.checkedLinks = model.fields.filter(({ link }) => link?.requireReadable);
}

/** Says which field each variable of a path gives its value. */
export function resolvePathVariables(model: MutableResourceModel, prefix: string, reportIssue: ReportIssue): void {
  const [home, ...others] = model.places;
  const also = (model.definition.also ?? {}) as Record<string, Record<string, string>>;
  const declared = [
    { place: home!, at: 'within', within: (model.definition.within ?? {}) as Record<string, string> },
    ...others.map((place) => {
      const path = place.path.slice(prefix.length);
      return { place, at: `also["${path}"]`, within: also[path]! };
    }),
  ];
  for (const { place, at, within } of declared) {
    for (const [variable, name] of Object.entries(within)) {
      const field = model.field.get(name);
      const [reason, fix] = !place.variables.includes(variable)
        ? [
            `${place.path} has no {${variable}}`,
            `Name one of ${place.variables.join(', ') || 'none: it has no variables'}`,
          ]
        : field === undefined
          ? [`"${name}" is no field of the schema`, didYouMeanFix(name, model)]
          : field.kind === 'json' || (field.link && field.link.to.identifier.keys.length > 1)
            ? [`"${name}" holds more than one value`, 'Name a field that holds text or a number']
            : [];
      if (reason !== undefined) reportIssue(`${at}.${variable}`, reason, fix!, 'ORIEL_RESOURCE_WITHIN');
      else place.within = [...place.within, { variable, field: field! }];
    }
    if (at !== 'within' && place.within.length < place.variables.length)
      reportIssue(
        at,
        `Not every variable of ${place.path} gives a field its value`,
        `Say which: { ${place.variables.map((each) => `${each}: '<field>'`).join(', ')} }`,
        'ORIEL_RESOURCE_WITHIN',
      );
  }
}

function flawOf(
  name: string,
  to: string,
  { field }: ResourceModel,
  models: ReadonlyMap<string, ResourceModel>,
): [reason: string, fix: string] | undefined {
  if (!field.has(name)) return [`"${name}" is no field of the schema`, 'Name a field that holds an identifier'];
  const target = models.get(to);
  return target === undefined
    ? [`There is no resource "${to}"`, `Name one of ${[...models.keys()].join(', ')}`]
    : undefined;
}

function didYouMeanFix(name: string, { field }: ResourceModel): string {
  const known = [...field.keys()];
  return `Name ${didYouMean(name, known) ?? `one of ${known.join(', ')}`}`;
}

/** Refuses links to items whose path an identifier alone does not tell. */
export function validateLinkPaths({ fields }: ResourceModel, reportIssue: ReportIssue): void {
  for (const { name, link } of fields) {
    if (link === undefined || link.as === 'id') continue;
    const { places, identifier, name: to } = link.to;
    const [home] = places;
    const told = home!.within.filter(({ field }) => identifier.keys.includes(field.name));
    const missing = home!.variables.filter((variable) => !told.some((each) => each.variable === variable));
    if (missing.length > 0)
      reportIssue(
        `links.${name}`,
        `The path of an item of "${to}" needs {${missing.join('}, {')}}, which an identifier alone does not tell`,
        `Give "${to}" a path of its own and this one in \`also\`, or write identifiers: { to: '${to}', as: 'id' }`,
        'ORIEL_RESOURCE_LINK',
      );
  }
}

/** Gives another list of the items of a resource the addresses that they have there. */
export function resolveItemsOf(model: MutableResourceModel, models: ReadonlyMap<string, ResourceModel>, reportIssue: ReportIssue): void {
  const { itemsOf } = model.definition;
  if (itemsOf === undefined) return;
  const home = models.get(itemsOf);
  if (home === undefined || home === model) {
    const meant = didYouMean(itemsOf, [...models.keys()]);
    reportIssue(
      'itemsOf',
      home ? `"${itemsOf}" is the resource itself` : `There is no resource "${itemsOf}"`,
      meant && home === undefined ? `Did you mean "${meant}"?` : `Name one of ${[...models.keys()].join(', ')}`,
      'ORIEL_RESOURCE_ITEMS_OF',
    );
  } else model.iri = (item, uri) => home.iri(item, uri);
}

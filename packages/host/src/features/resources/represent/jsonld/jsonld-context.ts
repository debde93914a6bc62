import type { ApiResources } from '../../model/format.ts';
import type { FieldModel, ResourceModel } from '../../model/resource-model.ts';
import { listCollections } from '../entrypoint.ts';

/** How Hydra terms are written in documents, and the context that defines them. */
export interface HydraTerms {
  /** The prefix of members and types: `hydra:` or empty. */
  readonly prefix: string;
  readonly context: JsonldContext;
}

type JsonldContext = Readonly<Record<string, unknown>>;

export const HYDRA = 'http://www.w3.org/ns/hydra/core#';
const IRI = { '@type': '@id' };
const PAGES = ['first', 'last', 'previous', 'next'];
const PAGE_TERMS = Object.fromEntries(PAGES.map((name) => [name, { '@id': `hydra:${name}`, ...IRI }]));

// Members of mappings have no prefix, because Hydra clients expect that. The type-scoped context (JSON-LD 1.1 §4.1.2) does
// not apply to items, so that a field can be named "property".
const IriTemplateMapping = createType('IriTemplateMapping', {
  variable: 'hydra:variable',
  property: { '@id': 'hydra:property', '@type': '@vocab' },
  required: 'hydra:required',
});

/** `hydra:member`: cannot collide with fields of items. */
export const PREFIXED_TERMS: HydraTerms = {
  prefix: 'hydra:',
  context: {
    ...Object.fromEntries(PAGES.map((name) => [`hydra:${name}`, IRI])),
    'hydra:variableRepresentation': { '@type': '@vocab' },
    BasicRepresentation: 'hydra:BasicRepresentation',
    IriTemplateMapping,
  },
};

/** `member`: type-scoped terms, so that items can have fields with these names. */
export const PLAIN_TERMS: HydraTerms = {
  prefix: '',
  context: {
    Collection: createType('Collection', {
      totalItems: 'hydra:totalItems',
      member: 'hydra:member',
      view: 'hydra:view',
      search: 'hydra:search',
    }),
    PartialCollectionView: createType('PartialCollectionView', PAGE_TERMS),
    IriTemplate: createType('IriTemplate', {
      template: 'hydra:template',
      variableRepresentation: { '@id': 'hydra:variableRepresentation', '@type': '@vocab' },
      mapping: 'hydra:mapping',
      BasicRepresentation: 'hydra:BasicRepresentation',
    }),
    IriTemplateMapping,
  },
};

function createType(name: string, members: object): JsonldContext {
  return { '@id': `hydra:${name}`, '@context': members };
}

/** Returns the IRI of the vocabulary of an API, which its documentation defines. */
export function createVocabulary(origin: string, prefix: string): string {
  return `${origin}${prefix}/docs.jsonld#`;
}

/**
 * Returns the context of a type: fields are terms of the vocabulary of the API, links are IRIs, lists are ordered, and objects are
 * JSON literals (JSON-LD 1.1 §4.2.2). It has no references to other contexts.
 * @param resources all resources with the type, such as `/countries/de/cities` and `/cities`
 */
export function createItemContext(
  resources: readonly ResourceModel[],
  vocabulary: string,
  terms: HydraTerms,
): JsonldContext {
  const context: Record<string, unknown> = { '@vocab': vocabulary, hydra: HYDRA, ...terms.context };
  for (const { type, fields } of resources)
    for (const field of fields)
      if (field.read !== 'never') context[field.name] ??= createTerm(field, `${type}/${field.name}`);
  return context;
}

/** Returns the context of the entrypoint, whose members are links to collections. */
export function createEntrypointContext(api: ApiResources, vocabulary: string): JsonldContext {
  const names = [...listCollections(api).keys()];
  const links = Object.fromEntries(names.map((name) => [name, { '@id': `Entrypoint/${name}`, ...IRI }]));
  return { '@vocab': vocabulary, hydra: HYDRA, ...links };
}

function createTerm({ kind, link, jsonSchema: { type, items } }: FieldModel, id: string): unknown {
  if (link?.as === 'iri') return { '@id': id, ...IRI };
  if (kind !== 'json') return id;
  const isListOfScalars = type === 'array' && SCALARS.includes((items as { type?: unknown } | undefined)?.type);
  return isListOfScalars ? { '@id': id, '@container': '@list' } : { '@id': id, '@type': '@json' };
}

const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

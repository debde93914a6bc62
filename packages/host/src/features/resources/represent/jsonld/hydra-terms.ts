/** How Hydra terms are written in documents, and the context that defines them. */
export interface HydraTerms {
  /** The prefix of members and types: `hydra:` or empty. */
  readonly prefix: string;
  readonly context: Readonly<Record<string, unknown>>;
}

const IRI = { '@type': '@id' };

// Members of mappings have no prefix, because Hydra clients expect that. The type-scoped context (JSON-LD 1.1 §4.1.2) does
// not apply to items, so that a field can be named "property".
const MAPPING = {
  '@id': 'hydra:IriTemplateMapping',
  '@context': {
    variable: 'hydra:variable',
    property: { '@id': 'hydra:property', '@type': '@vocab' },
    required: 'hydra:required',
  },
};

/** `hydra:member`: cannot collide with fields of items. */
export const prefixedTerms: HydraTerms = {
  prefix: 'hydra:',
  context: {
    'hydra:first': IRI,
    'hydra:last': IRI,
    'hydra:previous': IRI,
    'hydra:next': IRI,
    'hydra:variableRepresentation': { '@type': '@vocab' },
    BasicRepresentation: 'hydra:BasicRepresentation',
    IriTemplateMapping: MAPPING,
  },
};

/** `member`: type-scoped terms, so that items can have fields with these names. */
export const plainTerms: HydraTerms = {
  prefix: '',
  context: {
    Collection: {
      '@id': 'hydra:Collection',
      '@context': {
        totalItems: 'hydra:totalItems',
        member: 'hydra:member',
        view: 'hydra:view',
        search: 'hydra:search',
      },
    },
    PartialCollectionView: {
      '@id': 'hydra:PartialCollectionView',
      '@context': {
        first: { '@id': 'hydra:first', '@type': '@id' },
        last: { '@id': 'hydra:last', '@type': '@id' },
        previous: { '@id': 'hydra:previous', '@type': '@id' },
        next: { '@id': 'hydra:next', '@type': '@id' },
      },
    },
    IriTemplate: {
      '@id': 'hydra:IriTemplate',
      '@context': {
        template: 'hydra:template',
        variableRepresentation: { '@id': 'hydra:variableRepresentation', '@type': '@vocab' },
        mapping: 'hydra:mapping',
        BasicRepresentation: 'hydra:BasicRepresentation',
      },
    },
    IriTemplateMapping: MAPPING,
  },
};

/** How the words of Hydra are written in documents, and what a context has to say so that they mean what they should. */
export interface HydraTerms {
  /** In front of members and types: `hydra:`, or nothing. */
  readonly prefix: string;
  readonly context: Readonly<Record<string, unknown>>;
}

const IRI = { '@type': '@id' };

// What a mapping consists of is written without prefix either way, as clients of Hydra read it. A context of its type
// holds for it alone (JSON-LD 1.1 §4.1.2), so that a field may be called "property".
const MAPPING = {
  '@id': 'hydra:IriTemplateMapping',
  '@context': {
    variable: 'hydra:variable',
    property: { '@id': 'hydra:property', '@type': '@vocab' },
    required: 'hydra:required',
  },
};

/** `hydra:member`: cannot be mistaken for a field of an item. */
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

/** `member`: each word holds inside its own type alone, so an item may have a field of that name. */
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

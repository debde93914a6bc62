import { parsePathScope } from '../../model/collection-path.ts';
import type { ApiDocument, Format } from '../../model/format.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { plainDialect } from '../../model/query-dialect.ts';
import type { Item } from '../../model/reach.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { visitFields, writeLink } from '../../model/wire-item.ts';
import { usableParameters } from '../../request/query/order-parameter.ts';
import { collectionPaths } from '../entrypoint.ts';
import { describeJsonld } from '../schemas.ts';
import { createHydraDocumentation } from './hydra-documentation.ts';
import {
  PLAIN_TERMS,
  PREFIXED_TERMS,
  createEntrypointContext,
  createItemContext,
  createVocabulary,
} from './jsonld-context.ts';
import type { HydraTerms } from './jsonld-context.ts';
import { jsonldReader } from './jsonld-reader.ts';

/** Options of {@link jsonldFormat}. */
export interface JsonldOptions {
  /** `prefixed`: `hydra:member`. `plain`: `member`. Default `prefixed`. */
  readonly hydra?: 'prefixed' | 'plain';
}

const contentType = 'application/ld+json; charset=utf-8';

/**
 * Creates the format JSON-LD 1.1 with the Hydra core vocabulary. Adds the entrypoint at `<prefix>`, contexts at
 * `<prefix>/contexts/<type>`, and the Hydra documentation at `<prefix>/docs.jsonld`.
 *
 * @param options how Hydra terms are written
 *
 * @example
 * ```ts
 * import { jsonldFormat } from 'oriel-host/resources';
 * const plain = jsonldFormat({ hydra: 'plain' }); // for api: { formats: ['json', plain] }
 * plain.types; // => ['application/ld+json']
 * ```
 */
export function jsonldFormat({ hydra = 'prefixed' }: JsonldOptions = {}): Format {
  const terms = hydra === 'prefixed' ? PREFIXED_TERMS : PLAIN_TERMS;
  const { prefix } = terms;
  const named = (members: object): object =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [prefix + name, value]));
  return Object.freeze({
    name: 'jsonld',
    types: ['application/ld+json'],
    contentType,
    writeItem: (item, call) =>
      JSON.stringify({ '@context': getContext(call.operation.resource), ...writeNode(item, call) }),
    writeList({ page, links: { self, first, last, previous, next } }, call) {
      const pages = named({ first, last, previous, next });
      return JSON.stringify({
        '@context': getContext(call.operation.resource),
        '@id': formatPath(call),
        '@type': `${prefix}Collection`,
        ...named({
          totalItems: page.total,
          member: page.items.map((item) => writeNode(item, call)),
          view: isPart(call) ? { '@id': self, '@type': `${prefix}PartialCollectionView`, ...pages } : undefined,
          search: createSearch(call, named, prefix),
        }),
      });
    },
    reader: jsonldReader,
    entrypoint: (api) =>
      JSON.stringify({
        '@context': `${api.prefix}/contexts/Entrypoint`,
        '@id': api.prefix === '' ? '/' : api.prefix,
        '@type': 'Entrypoint',
        ...collectionPaths(api),
      }),
    documents: createDocuments(terms),
    describe: describeJsonld(prefix),
  } satisfies Format);
}

function getContext({ prefix, type }: ResourceModel): string {
  return `${prefix}/contexts/${type}`;
}

// Null members have no meaning in JSON-LD (§9.1) and are omitted.
function writeNode(item: Item, { operation: { resource }, shownFields, uri }: OperationCall): object {
  const { type, types } = resource;
  const node: Record<string, unknown> = {
    '@id': resource.iri(item, uri),
    '@type': types.length === 0 ? type : [type, ...types],
  };
  visitFields(item, shownFields, resource, (name, value, link) => {
    if (value !== null) node[name] = link === undefined ? value : writeLink(value, link);
  });
  return node;
}

function formatPath({ operation: { collectionPath }, uri }: OperationCall): string {
  return collectionPath.format(parsePathScope(collectionPath, uri)!, uri);
}

// Pages and filtered lists are partial views of a collection.
function isPart({ query }: OperationCall): boolean {
  return query!.isPaged || query!.sent.some(([name]) => name !== plainDialect.pagination);
}

// The search of a list as an IRI template (Hydra, "Templated Links"). Parameters of the operation have no property.
function createSearch(call: OperationCall, named: (members: object) => object, prefix: string): object | undefined {
  const { _format: suffix } = call.context.params;
  const { declared = [] } = call.operation.queries.get(plainDialect) ?? {};
  const variables = [
    ...usableParameters(call).map(({ name, kind, fields }) => ({
      variable: name,
      property: kind === 'search' || kind === 'fulltext' ? null : (fields[0] ?? null),
      required: false,
    })),
    // A list parameter has two names; the one with brackets is used.
    ...declared
      .filter(({ name, many }) => !many || name.endsWith('[]'))
      .map(({ name, required = false }) => ({ variable: name, property: null, required })),
  ];
  if (variables.length === 0) return undefined;
  variables.push({ variable: 'properties[]', property: null, required: false });
  const path = formatPath(call) + (typeof suffix === 'string' && suffix !== '' ? `.${suffix}` : '');
  return {
    '@type': `${prefix}IriTemplate`,
    ...named({
      template: `${path}{?${variables.map(({ variable }) => variable).join(',')}}`,
      variableRepresentation: 'BasicRepresentation',
      mapping: variables.map((variable) => ({ '@type': 'IriTemplateMapping', ...variable })),
    }),
  };
}

function createDocuments(terms: HydraTerms): readonly ApiDocument[] {
  return [
    {
      name: 'api.context',
      path: '/contexts/{type}.{_format}',
      requirements: { _format: 'jsonld', type: '[^/.]+' },
      contentType,
      write(api, { origin, variables: { type } }) {
        const vocabulary = createVocabulary(origin, api.prefix);
        if (type === 'Entrypoint') return JSON.stringify({ '@context': createEntrypointContext(api, vocabulary) });
        const resources = [...api.resources.values()].filter((resource) => resource.type === type);
        if (resources.length === 0) return undefined;
        return JSON.stringify({ '@context': createItemContext(resources, vocabulary, terms) });
      },
    },
    {
      name: 'api.documentation',
      path: '/docs.jsonld',
      contentType,
      write: (api, { origin, title }) =>
        JSON.stringify(createHydraDocumentation(api, createVocabulary(origin, api.prefix), title)),
    },
  ];
}

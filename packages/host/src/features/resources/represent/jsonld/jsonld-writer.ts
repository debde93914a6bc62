import type { ListLinks } from '../../model/pagination.ts';
import type { OperationParameter } from '../../model/operation-parameter.ts';
import { parsePathScope } from '../../model/collection-path.ts';
import { plainDialect } from '../../model/query-dialect.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import type { Item } from '../../model/item.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { writeLink } from '../../model/wire-item.ts';
import type { ListView } from '../../model/format.ts';
import { usableParameters } from '../../request/query/order-parameter.ts';
import type { HydraTerms } from './hydra-terms.ts';
import { itemContext, vocabularyOf } from './jsonld-context.ts';
import type { FilterParameter } from '../../model/filter-parameter.ts';

/** Writes items and lists of a resource in JSON-LD. Constant parts are written once. */
export class JsonldWriter {
  readonly #resource: ResourceModel;
  readonly #terms: HydraTerms;
  readonly #inline: boolean;
  readonly #type: string;
  readonly #linkedContext: string;
  /** The search of a list if it is the same for all requests; null if it has none. */
  #search: string | null | undefined = undefined;

  /** @param inline whether documents contain the context itself instead of its IRI */
  constructor(resource: ResourceModel, terms: HydraTerms, inline: boolean) {
    const { type, types, prefix } = resource;
    this.#resource = resource;
    this.#terms = terms;
    this.#inline = inline;
    this.#type = `"@type":${JSON.stringify(types.length === 0 ? type : [type, ...types])}`;
    this.#linkedContext = `"@context":${JSON.stringify(`${prefix}/contexts/${type}`)}`;
  }

  item(item: Item, call: OperationCall): string {
    return `{${this.#context(call)},${this.#members(item, call, call.shownFields)}`;
  }

  list({ page, links }: ListView, call: OperationCall): string {
    const { prefix } = this.#terms;
    const { shownFields: shown } = call;
    const members = page.items.map((item) => `{${this.#members(item, call, shown)}`).join(',');
    const total = page.total === undefined ? '' : `"${prefix}totalItems":${page.total},`;
    const view = isPart(call) ? `,"${prefix}view":${this.#view(links)}` : '';
    const search = this.#searchText(call);
    return `{${this.#context(call)},"@id":${JSON.stringify(this.#path(call))},"@type":"${prefix}Collection",${total}"${prefix}member":[${members}]${view}${search === null ? '' : `,"${prefix}search":${search}`}}`;
  }

  // Writes from "@id" to the closing brace. Null members have no meaning in JSON-LD (§9.1) and are omitted.
  #members(item: Item, call: OperationCall, shown: readonly string[]): string {
    const { fieldByName } = this.#resource;
    const members: Record<string, unknown> = {};
    let some = false;
    for (const name of shown) {
      const value = item[name];
      if (value === undefined || value === null) continue;
      const { link } = fieldByName.get(name)!;
      members[name] = link === undefined ? value : writeLink(value, link);
      some = true;
    }
    const id = JSON.stringify(this.#resource.iri(item, call.uri));
    return `"@id":${id},${this.#type}${some ? `,${JSON.stringify(members).slice(1)}` : '}'}`;
  }

  #context({ context: { origin } }: OperationCall): string {
    if (!this.#inline) return this.#linkedContext;
    const vocabulary = vocabularyOf(origin, this.#resource.prefix);
    return `"@context":${JSON.stringify(itemContext([this.#resource], vocabulary, this.#terms))}`;
  }

  #path({ operation: { collectionPath }, uri }: OperationCall): string {
    return collectionPath.format(parsePathScope(collectionPath, uri)!, uri);
  }

  #view({ self, first, last, previous, next }: ListLinks): string {
    const { prefix } = this.#terms;
    return JSON.stringify({
      '@id': self,
      '@type': `${prefix}PartialCollectionView`,
      [`${prefix}first`]: first,
      [`${prefix}last`]: last,
      [`${prefix}previous`]: previous,
      [`${prefix}next`]: next,
    });
  }

  #searchText(call: OperationCall): string | null {
    const { _format: suffix } = call.context.params;
    const make = (): string | null => {
      const path = this.#path(call) + (typeof suffix === 'string' && suffix !== '' ? `.${suffix}` : '');
      return JSON.stringify(hydraSearch(path, usableParameters(call), ownParameters(call), this.#terms)) ?? null;
    };
    if (
      suffix ||
      this.#resource.hasReadRules ||
      call.operation.collectionPath.path !== this.#resource.path ||
      this.#resource.path.includes('{')
    )
      return make();
    return this.#search === undefined ? (this.#search = make()) : this.#search;
  }
}

// Pages and filtered lists are partial views of a collection.
function isPart({ query }: OperationCall): boolean {
  return query!.isPaged || query!.sent.some(([name]) => name !== plainDialect.pagination);
}

function ownParameters({ operation }: OperationCall): readonly OperationParameter[] {
  return operation.queries.get(plainDialect)?.declared ?? [];
}

/**
 * Returns the search of a list as an IRI template (Hydra, "Templated Links"); undefined if it has no parameters.
 * @param own the query parameters of the operation, which have no property
 */
function hydraSearch(
  path: string,
  parameters: readonly FilterParameter[],
  own: readonly OperationParameter[],
  { prefix }: HydraTerms,
): unknown {
  const variables = [
    ...parameters.map(({ name, kind, fields }) => ({
      variable: name,
      property: kind === 'search' || kind === 'fulltext' ? null : (fields[0] ?? null),
      required: false,
    })),
    // A list parameter has two names; the one with brackets is used.
    ...own
      .filter(({ name, many }) => !many || name.endsWith('[]'))
      .map(({ name, required = false }) => ({ variable: name, property: null, required })),
  ];
  if (variables.length === 0) return undefined;
  variables.push({ variable: 'properties[]', property: null, required: false });
  return {
    '@type': `${prefix}IriTemplate`,
    [`${prefix}template`]: `${path}{?${variables.map(({ variable }) => variable).join(',')}}`,
    [`${prefix}variableRepresentation`]: 'BasicRepresentation',
    [`${prefix}mapping`]: variables.map((each) => ({ '@type': 'IriTemplateMapping', ...each })),
  };
}

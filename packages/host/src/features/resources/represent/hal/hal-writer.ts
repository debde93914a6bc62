import { memoizePerObject } from '../../model/memoize.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import type { Item } from '../../model/item.ts';
import type { FilterParameter } from '../../model/filter-parameter.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import { writeLink } from '../../model/wire-item.ts';
import type { ListView } from '../../model/format.ts';
import { usableParameters } from '../../request/query/order-parameter.ts';
import { ItemEmbedder } from '../include/embed-items.ts';
import type { Links } from '../include/embed-items.ts';
import { halTemplates } from './hal-templates.ts';

/** Writes items and lists of a resource in HAL or HAL-FORMS. */
export class HalWriter {
  readonly #resource: ResourceModel;
  readonly #hasTemplates: boolean;

  constructor(resource: ResourceModel, hasTemplates: boolean) {
    this.#resource = resource;
    this.#hasTemplates = hasTemplates;
  }

  item(item: Item, call: OperationCall): string {
    const self = this.#resource.iri(item, call.uri);
    const templates = this.#hasTemplates ? `,"_templates":${halTemplates(this.#resource, 'item', self)}` : '';
    const embedded = call.inclusion && createEmbedder(call).embed(item, call.inclusion);
    return `{${this.#members(item, self, call.shownFields, embedded)}${templates}}`;
  }

  list({ page, links: { self, first, previous, next, last } }: ListView, call: OperationCall): string {
    const { shownFields: shown, uri, context, query } = call;
    const iris = page.items.map((item) => this.#resource.iri(item, uri));
    const links = JSON.stringify({
      self: { href: self },
      first: toLink(first),
      last: toLink(last),
      prev: toLink(previous),
      next: toLink(next),
      search: searchLink(context.path, usableParameters(call)),
      item: iris.map((href) => ({ href })),
    });
    const size = query!.isPaged ? `,"itemsPerPage":${query!.size}` : '';
    const total = page.total === undefined ? '' : `,"totalItems":${page.total}`;
    const embedder = call.inclusion && createEmbedder(call);
    const items = page.items
      .map((item, index) => `{${this.#members(item, iris[index]!, shown, embedder?.embed(item, call.inclusion!))}}`)
      .join(',');
    const templates = this.#hasTemplates ? `,"_templates":${halTemplates(this.#resource, 'list', context.path)}` : '';
    return `{"_links":${links}${total}${size},"_embedded":{"item":[${items}]}${templates}}`;
  }

  /** Writes an item in `_embedded` of another one. */
  embedded(item: Item, shown: readonly string[], links: Links<string>): string {
    return `{${this.#members(item, this.#resource.iri(item), shown, links)}}`;
  }

  // Links to other items are in `_links`, other fields are members. Null links are omitted.
  #members(item: Item, self: string, shown: readonly string[], embedded?: Links<string>): string {
    const { fieldByName } = this.#resource;
    const links: Record<string, unknown> = { self: { href: self } };
    const members: Record<string, unknown> = {};
    let some = false;
    for (const name of shown) {
      const value = item[name];
      if (value === undefined) continue;
      const { link } = fieldByName.get(name)!;
      if (link?.as === 'iri') {
        if (value !== null) links[name] = asLinks(writeLink(value, link));
        continue;
      }
      members[name] = value;
      some = true;
    }
    for (const { name, href } of this.#resource.linkedCollections) links[name] ??= { href: href(item) };
    const written = `"_links":${JSON.stringify(links)}${some ? `,${JSON.stringify(members).slice(1, -1)}` : ''}`;
    return embedded && embedded.size > 0 ? `${written},"_embedded":{${writeEmbedded(embedded)}}` : written;
  }
}

export const halWriterOf = memoizePerObject((resource: ResourceModel) => new HalWriter(resource, false));
export const halFormsWriterOf = memoizePerObject((resource: ResourceModel) => new HalWriter(resource, true));

function createEmbedder(call: OperationCall): ItemEmbedder<string> {
  return new ItemEmbedder(call, (item, shown, { operation }, links) =>
    halWriterOf(operation.resource).embedded(item, shown, links),
  );
}

function writeEmbedded(embedded: Links<string>): string {
  return [...embedded]
    .map(([name, items]) => {
      const text = typeof items === 'string' ? items : `[${items.filter((each) => each !== undefined).join(',')}]`;
      return `${JSON.stringify(name)}:${text}`;
    })
    .join(',');
}

function asLinks(iris: unknown): unknown {
  return Array.isArray(iris) ? iris.map((href: unknown) => ({ href })) : { href: iris };
}

function toLink(href: string | undefined): unknown {
  return href === undefined ? undefined : { href };
}

// RFC 6570 §2.3 does not allow brackets in variable names, so they are percent-encoded.
function searchLink(path: string, parameters: readonly FilterParameter[]): unknown {
  if (parameters.length === 0) return undefined;
  const names = parameters.map(({ name }) => name.replace(/[^\w.]/g, encodeURIComponent));
  return { href: `${path}{?${names.join(',')}}`, templated: true };
}

import { memoizePerObject } from '../../model/memoize.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import type { Item } from '../../model/item.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { ListView } from '../../model/format.ts';
import { idText, jsonapiShapeOf } from './jsonapi-shape.ts';
import type { JsonapiShape } from './jsonapi-shape.ts';
import { includedItems } from '../include/fetch-included.ts';
import type { IncludedItem } from '../include/fetch-included.ts';

/** Writes JSON:API documents of a resource. */
export class JsonapiWriter {
  readonly #shape: JsonapiShape;
  readonly #head: string;

  constructor(shape: JsonapiShape) {
    this.#shape = shape;
    this.#head = `{"type":${JSON.stringify(shape.type)},"id":`;
  }

  item(item: Item, call: OperationCall): string {
    const { method, path, query } = call.context;
    const links =
      method === 'GET' || method === 'HEAD'
        ? `"links":{"self":${JSON.stringify(query === '' ? path : `${path}?${query}`)}},`
        : '';
    return `{${VERSION},${links}"data":${this.object(item, call.shownFields, call.uri, call.query?.fields === undefined)}${included(call)}}`;
  }

  list({ page, links: { self, first, previous, next, last } }: ListView, call: OperationCall): string {
    const { shownFields: shown, uri, query } = call;
    const data = page.items.map((item) => this.object(item, shown, uri, query!.fields === undefined)).join(',');
    const links = JSON.stringify({ self, first, prev: previous, next, last });
    const { isPaged, size, page: number } = query!;
    const byNumber = isPaged && call.operation.resource.page.by === 'offset';
    const meta = JSON.stringify({
      totalItems: page.total,
      itemsPerPage: isPaged ? size : undefined,
      currentPage: byNumber ? number : undefined,
    });
    return `{${VERSION},"links":${links},"meta":${meta},"data":[${data}]${included(call)}}`;
  }

  /**
   * Writes a resource object.
   * @param isWhole whether the request selects no fields; collections of the item are then written as relationships
   */
  object(item: Item, shown: readonly string[], uri: OperationCall['uri'], isWhole: boolean): string {
    const { resource, idField, member } = this.#shape;
    const attributes: Record<string, unknown> = {};
    let relationships: Record<string, unknown> | undefined;
    for (const name of shown) {
      const value = item[name];
      if (value === undefined || name === idField) continue;
      const { link } = resource.fieldByName.get(name)!;
      if (link === undefined) attributes[member.get(name)!] = value;
      else (relationships ??= {})[member.get(name)!] = relationship(value, link.to);
    }
    if (isWhole)
      for (const { name, href } of resource.linkedCollections)
        if (!this.#shape.field.has(name)) (relationships ??= {})[name] = { links: { related: href(item) } };
    const related = relationships === undefined ? '' : `,"relationships":${JSON.stringify(relationships)}`;
    const id = JSON.stringify(idText(resource, item));
    const self = JSON.stringify(resource.iri(item, uri));
    return `${this.#head}${id},"attributes":${JSON.stringify(attributes)}${related},"links":{"self":${self}}}`;
  }
}

/** Returns the writer of a resource. */
export const jsonapiWriterOf = memoizePerObject(
  (resource: ResourceModel) => new JsonapiWriter(jsonapiShapeOf(resource)),
);

const VERSION = '"jsonapi":{"version":"1.1"}';

function included(call: OperationCall): string {
  const items = includedItems(call);
  if (items === undefined) return '';
  return `,"included":[${[...items.values()].map((each) => includedObject(each, call)).join(',')}]`;
}

function includedObject({ item, call: there }: IncludedItem, { query, operation }: OperationCall): string {
  const { resource } = there.operation;
  const selected =
    query?.fieldsByType.get(resource.name) ?? (resource === operation.resource ? query?.fields : undefined);
  return jsonapiWriterOf(resource).object(item, selected ?? there.readableFields, {}, selected === undefined);
}

// Resource linkage (§7.2.2.2), with a link to the item for to-one relationships.
function relationship(value: unknown, to: ResourceModel): unknown {
  if (value === null) return { data: null };
  if (Array.isArray(value)) return { data: value.map((each) => ({ type: to.name, id: idText(to, keyed(each, to)) })) };
  const item = keyed(value, to);
  return { data: { type: to.name, id: idText(to, item) }, links: { related: to.iri(item) } };
}

function keyed(id: unknown, { identifier: { keys } }: ResourceModel): Readonly<Record<string, unknown>> {
  return keys.length === 1 ? { [keys[0]!]: id } : (id as Record<string, unknown>);
}

import { parseJson } from '../../../http/json.ts';
import type { Page } from '../declare/list-request.ts';
import type { BodyReader, Format } from '../model/format.ts';
import type { OperationCall } from '../model/operation-call.ts';
import { embeddingDialect } from '../model/query-dialect.ts';
import type { Item } from '../model/reach.ts';
import { isWire, toWire } from '../model/wire-item.ts';
import { collectionPaths } from './entrypoint.ts';
import { createItemWriter, embedding } from './include/embed-items.ts';
import type { WriteItem } from './include/embed-items.ts';

/** Parses a JSON body (RFC 8259). */
export const jsonReader: BodyReader = {
  name: 'json',
  types: ['application/json'],
  read: (text) => ({ kind: 'value', value: parseJson(text as string) }),
};

/** Plain JSON: an item is an object, a list is an array; links to other pages are in the Link header. */
export const jsonFormat: Format = {
  name: 'json',
  types: ['application/json'],
  contentType: 'application/json; charset=utf-8',
  ...embedding,
  writeItem(item, call) {
    const isWhole = call.inclusion === undefined && call.shownFields === call.operation.resource.publicFields;
    return isWhole ? itemJson(item, call) : JSON.stringify(createItemWriter(call, writeMembers)(item));
  },
  writeList: ({ page }, call) =>
    call.inclusion === undefined
      ? listJson(page, call)
      : JSON.stringify(page.items.map(createItemWriter(call, writeMembers))),
  dialect: embeddingDialect,
  reader: jsonReader,
  entrypoint: (api) => JSON.stringify(collectionPaths(api)),
};

// Included items are in the place of the links to them.
const writeMembers: WriteItem = (item, shown, call, embedded) => {
  const members = toWire(item, call, shown);
  for (const [name, items] of embedded) {
    const links = members[name] as readonly unknown[];
    members[name] = Array.isArray(items) ? items.map((other: unknown, index) => other ?? links[index]) : items;
  }
  return members;
};

/** Returns an item as plain JSON with all public fields: the state in its entity tag, and the body of most responses. */
export function itemJson(item: Item, call: OperationCall): string {
  return writeOnce(item, call, () => toPlain(item, call, call.operation.resource.publicFields));
}

/** Returns the items of a page as plain JSON with the shown fields. */
export function listJson({ items }: Page<Item>, call: OperationCall): string {
  const { shownFields } = call;
  return writeOnce(items, call, () => items.map((item) => toPlain(item, call, shownFields)));
}

function toPlain(item: Item, call: OperationCall, shown: readonly string[]): Item {
  const { resource } = call.operation;
  return shown === resource.publicFields && isWire(item, resource) ? item : toWire(item, call, shown);
}

function writeOnce(source: object, call: OperationCall, create: () => unknown): string {
  if (call.written?.source !== source) call.written = { source, text: JSON.stringify(create()) };
  return call.written.text;
}

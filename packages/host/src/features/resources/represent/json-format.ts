import { parseJson } from '../../../http/json.ts';
import type { BodyReader, Format, ApiResources } from '../model/format.ts';
import { embeddingDialect } from '../model/query-dialect.ts';
import { toWire } from '../model/wire-item.ts';
import { createJsonEmbedder, embedding, toWireWithEmbedded } from './include/embed-items.ts';
import { itemJson, listJson } from './item-json.ts';
import { lowerFirst } from '../../../http/first-letter.ts';

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
    if (call.inclusion) return JSON.stringify(toWireWithEmbedded(item, call, createJsonEmbedder(call)));
    const isWhole = call.shownFields === call.operation.resource.publicFields;
    return isWhole ? itemJson(item, call) : JSON.stringify(toWire(item, call));
  },
  writeList({ page }, call) {
    if (call.inclusion === undefined) return listJson(page, call);
    const embedder = createJsonEmbedder(call);
    return JSON.stringify(page.items.map((item) => toWireWithEmbedded(item, call, embedder)));
  },
  dialect: embeddingDialect,
  reader: jsonReader,
  entrypoint: (registry) => JSON.stringify(Object.fromEntries(collectionPaths(registry))),
};

/** Returns the paths of the collections of an API, each with a unique name, for entrypoint documents. */
export function collectionPaths({ resources }: Pick<ApiResources, 'resources'>): ReadonlyMap<string, string> {
  const collections = new Map<string, string>();
  for (const { name, type, path, operations } of resources.values()) {
    // A path with variables is not a URL.
    if (path.includes('{') || !operations.some(({ kind }) => kind === 'list')) continue;
    const short = lowerFirst(type);
    collections.set(collections.has(short) ? camel(name) : short, path);
  }
  return collections;
}

function camel(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}

import { parseJson } from '../../../core/http/json.ts';
import { collectionPaths } from '../responses/api-document.ts';
import type { BodyReader } from '../bodies/body-reader.ts';
import { toWire } from '../responses/wire-item.ts';
import type { Format } from './format.ts';
import { itemJson, listJson } from '../responses/item-json.ts';

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
  writeItem: (item, run) =>
    run.shownFields === run.operation.resource.publicFields ? itemJson(item, run) : JSON.stringify(toWire(item, run)),
  writeList: (_list, run) => listJson(run),
  reader: jsonReader,
  entrypoint: (registry) => JSON.stringify(Object.fromEntries(collectionPaths(registry))),
};

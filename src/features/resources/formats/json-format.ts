import { parseJson } from '../../../core/http/json.ts';
import { collectionsOf } from '../answers/api-document.ts';
import type { BodyReader } from '../bodies/body-reader.ts';
import { toWire } from '../answers/wire-item.ts';
import type { Format } from './format.ts';
import { itemText, listText } from '../answers/written-once.ts';

/** Reads a JSON document as the members of an item (RFC 8259). */
export const jsonReader: BodyReader = {
  name: 'json',
  types: ['application/json'],
  read: (text) => ({ kind: 'value', value: parseJson(text as string) }),
};

/** Plain JSON: an item is an object, a list is always a list; where the next page is, the Link header says. */
export const jsonFormat: Format = {
  name: 'json',
  types: ['application/json'],
  contentType: 'application/json; charset=utf-8',
  writeItem: (item, run) =>
    run.shown === run.operation.resource.visible ? itemText(item, run) : JSON.stringify(toWire(item, run)),
  writeList: (_list, run) => listText(run),
  reader: jsonReader,
  entrypoint: (registry) => JSON.stringify(Object.fromEntries(collectionsOf(registry))),
};

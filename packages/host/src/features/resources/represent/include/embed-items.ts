import { message } from 'oriel-core/messages';
import type { ListQuery } from '../../declare/list-request.ts';
import type { Format } from '../../model/format.ts';
import type { IncludedLink, Inclusion } from '../../model/inclusion.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import type { Item } from '../../model/reach.ts';
import { fetchIncluded, getIncluded, readLinks, tooManyError } from './fetch-included.ts';
import { MAX_INCLUDED, includeError, resolvePaths } from './parse-include.ts';
import type { IncludePath } from './parse-include.ts';

/** Writes an item with the given members and included items, as a format does. */
export type WriteItem = (item: Item, shown: readonly string[], call: OperationCall, embedded: EmbeddedItems) => object;

/** The included items of an item by the name of the link; lists of links contain undefined for items that are not included. */
export type EmbeddedItems = ReadonlyMap<string, Embedded>;
type Embedded = object | readonly (object | undefined)[];

/** The members of formats that embed included items into the items that link to them. */
export const embedding = {
  onQuery(query, call) {
    const { include } = query.formatParameters;
    if (include === undefined || include === '') return query;
    call.inclusion = resolvePaths(splitPaths(include), call, ({ fieldByName }, name) => fieldByName.get(name));
    return withLinks(query, call.inclusion, call);
  },
  prepare: (items, call) => fetchIncluded(items, call, false),
} satisfies Partial<Format>;

/**
 * Returns the function that writes the items of one response with the items that they include. It throws an error if there are
 * too many, because several items may link to the same one.
 */
export function createItemWriter(call: OperationCall, write: WriteItem): (item: Item) => object {
  const { inclusion, shownFields } = call;
  const included = getIncluded(call);
  let count = 0;
  const writeLinked = (key: string, { fields, inclusion: next }: IncludedLink): object | undefined => {
    const found = included?.get(key);
    if (found === undefined) return undefined;
    if (++count > MAX_INCLUDED) throw tooManyError();
    const { readableFields } = found.call;
    const shown = fields ? readableFields.filter((name) => fields.includes(name) || next.has(name)) : readableFields;
    return write(found.item, shown, found.call, embed(found.item, next));
  };
  const embed = (item: Item, links: Inclusion): EmbeddedItems => {
    const embedded = Array.from(links, ([name, link]): [string, Embedded | undefined] => {
      const written = readLinks(link, item).map(([key]) => writeLinked(key, link));
      return [name, Array.isArray(item[name]) ? written : written[0]];
    });
    return new Map(embedded.filter(([, written]) => written !== undefined)) as EmbeddedItems;
  };
  return (item) => write(item, shownFields, call, inclusion ? embed(item, inclusion) : NO_ITEMS);
}

const NO_ITEMS: EmbeddedItems = new Map();

// The links of included items are in the response, also if `fields` does not select them.
function withLinks(query: ListQuery, inclusion: Inclusion, { readableFields }: OperationCall): ListQuery {
  const add = (fields: readonly string[] | undefined): readonly string[] | undefined =>
    fields && readableFields.filter((name) => fields.includes(name) || inclusion.has(name));
  const { request } = query;
  return { ...query, fields: add(query.fields), request: request && { ...request, fields: add(request.fields) } };
}

// A name, selected fields in parentheses, and what follows: another step, another path or the end.
const STEP = /([^.,()]+)(?:\(([^.()]+)\))?([.,]|$)/gy;

function splitPaths(text: string): readonly IncludePath[] {
  const paths: IncludePath[number][][] = [[]];
  let end = 0;
  let last: string | undefined;
  for (const [step, name, list, separator] of text.matchAll(STEP)) {
    const fields = list?.split(',');
    if (fields?.includes('')) break;
    paths.at(-1)!.push({ name: name!, fields });
    if (separator === ',') paths.push([]);
    last = separator;
    end += step.length;
  }
  if (last !== '') throw includeError(message('include.invalid-syntax', { position: end + 1 }));
  return paths;
}

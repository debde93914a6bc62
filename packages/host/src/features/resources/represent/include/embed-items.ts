import { message } from 'oriel-core/messages';
import type { ListQuery } from '../../declare/list-request.ts';
import type { IncludedLink, Inclusion } from '../../model/inclusion.ts';
import type { Item } from '../../model/item.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import { toWire } from '../../model/wire-item.ts';
import { MAX_INCLUDED, includeError, parseInclude } from './parse-include.ts';
import type { IncludeStep, IncludeSyntax } from './parse-include.ts';
import { fetchIncluded, includedItems, readLinks } from './fetch-included.ts';
import type { IncludedItem, IncludedItems } from './fetch-included.ts';

/** Writes an included item with the given members and links, as a format does. */
export type WriteEmbedded<Written> = (
  item: Item,
  shown: readonly string[],
  call: OperationCall,
  links: Links<Written>,
) => Written;

/** The included items of an item by the name of the link; lists of links contain undefined for items that are not included. */
export type Links<Written> = ReadonlyMap<string, Written | readonly (Written | undefined)[]>;

/** The members of formats that embed included items into the items that link to them. */
export const embedding = {
  onQuery(query: ListQuery, call: OperationCall): ListQuery {
    const { include } = query.formatParameters;
    if (include === undefined || include === '') return query;
    call.inclusion = parseInclude(include, call, PLAIN_SYNTAX);
    return withLinks(query, call.inclusion, call);
  },
  prepare: (items: readonly Item[], call: OperationCall): Promise<void> => fetchIncluded(items, call, false),
};

/** Embeds the items that one response includes. It limits their number, because several items may link to the same one. */
export class ItemEmbedder<Written> {
  readonly #included: IncludedItems;
  readonly #write: WriteEmbedded<Written>;
  #count = 0;

  constructor(call: OperationCall, write: WriteEmbedded<Written>) {
    this.#included = includedItems(call)!;
    this.#write = write;
  }

  /** @throws {BadRequestError} if the response would include too many items */
  embed(item: Item, inclusion: Inclusion): Links<Written> {
    const links = new Map<string, Written | readonly (Written | undefined)[]>();
    for (const [name, link] of inclusion) {
      const written = readLinks(link, item).map((id) =>
        this.#embedOne(this.#included.find(link.field.link.to, id), link),
      );
      if (Array.isArray(item[name])) links.set(name, written);
      else if (written[0] !== undefined) links.set(name, written[0]);
    }
    return links;
  }

  #embedOne(found: IncludedItem | undefined, { fields, inclusion }: IncludedLink): Written | undefined {
    if (found === undefined) return undefined;
    if (++this.#count > MAX_INCLUDED) throw includeError(message('include.too-many-items', { count: MAX_INCLUDED }));
    const { item, call } = found;
    const shown = fields && call.readableFields.filter((name) => fields.includes(name) || inclusion.has(name));
    return this.#write(item, shown ?? call.readableFields, call, this.embed(item, inclusion));
  }
}

/** Returns an item as it is sent, with the included items in place of the links to them. */
export function toWireWithEmbedded(item: Item, call: OperationCall, embedder: ItemEmbedder<Wire>): Wire {
  return replaceLinks(item, call.shownFields, call, embedder.embed(item, call.inclusion!));
}

/** Creates the embedder of plain JSON. */
export function createJsonEmbedder(call: OperationCall): ItemEmbedder<Wire> {
  return new ItemEmbedder<Wire>(call, replaceLinks);
}

type Wire = Record<string, unknown>;

function replaceLinks(item: Item, shown: readonly string[], call: OperationCall, links: Links<Wire>): Wire {
  const wire = toWire(item, call, shown);
  for (const [name, embedded] of links) {
    const written = wire[name];
    wire[name] = Array.isArray(embedded)
      ? embedded.map((each: unknown, index) => each ?? (written as readonly unknown[])[index])
      : embedded;
  }
  return wire;
}

// The links of included items are in the response, also if `fields` does not select them.
function withLinks(query: ListQuery, inclusion: Inclusion, { readableFields }: OperationCall): ListQuery {
  const add = (fields: readonly string[] | undefined): readonly string[] | undefined =>
    fields && readableFields.filter((name) => fields.includes(name) || inclusion.has(name));
  const { request } = query;
  return { ...query, fields: add(query.fields), request: request && { ...request, fields: add(request.fields) } };
}

const PLAIN_SYNTAX: IncludeSyntax = {
  splitPaths,
  findField: ({ fieldByName }, name) => fieldByName.get(name),
};

// A name, selected fields in parentheses, and what follows: another step, another path or the end.
const STEP = /([^.,()]+)(?:\(([^.()]+)\))?([.,]|$)/y;

function splitPaths(text: string): IncludeStep[][] {
  const paths: IncludeStep[][] = [[]];
  let end = 0;
  let separator: string;
  do {
    STEP.lastIndex = end;
    const found = STEP.exec(text);
    const fields = found?.[2]?.split(',');
    if (found === null || fields?.includes('') === true)
      throw includeError(message('include.invalid-syntax', { position: end + 1 }));
    paths.at(-1)!.push({ name: found[1]!, fields });
    separator = found[3]!;
    if (separator === ',') paths.push([]);
    end = STEP.lastIndex;
  } while (separator !== '');
  return paths;
}

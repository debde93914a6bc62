import { BadRequestError, ViolationList, didYouMean } from 'oriel-core/http';
import type { OperationCall } from '../../model/operation-call.ts';
import type { Item } from '../../model/item.ts';
import { canBeIncluded, createRelatedCall, findRelated } from '../../reach/related-items.ts';
import type { ResourceModel } from '../../model/resource-model.ts';
import type { Identity } from '../../declare/resource-store.ts';
import { idText, jsonapiShapeOf } from './jsonapi-shape.ts';
import { readableFieldNames } from '../../reach/field-access.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** The relationships to include as a tree: `author.publisher,editor`. */
export interface Inclusion extends Map<string, Inclusion> {}

const MAX_DEPTH = 3;
const MAX_PATHS = 20;
const MAX_INCLUDED = 1000;

/**
 * Parses the `include` parameter (JSON:API §8.3).
 * @throws {BadRequestError} if a path is too deep or contains an unknown relationship or one that the user may not read
 */
export function parseInclude(text: string, call: OperationCall): Inclusion {
  const tree: Inclusion = new Map();
  const paths = text.split(',').filter(Boolean);
  if (paths.length > MAX_PATHS) throw includeError(message('include.too-many-paths', { count: MAX_PATHS }));
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > MAX_DEPTH)
      throw includeError(message('include.too-deep', { count: MAX_DEPTH, path: cut(path) }));
    let { resource } = call.operation;
    let { readableFields: readable } = call;
    let at = tree;
    for (const step of steps) {
      const field = jsonapiShapeOf(resource).field.get(step);
      const link = field && readable.includes(field.name) ? field.link : undefined;
      if (link === undefined || !canBeIncluded(link.to))
        throw includeError(unknownRelationship(step, resource, readable));
      resource = link.to;
      readable = readableFieldNames(resource, call);
      const next: Inclusion = at.get(step) ?? new Map();
      at.set(step, next);
      at = next;
    }
  }
  return tree;
}

/** Loads the items to include, level by level, each item once. */
export async function fetchIncluded(inclusion: Inclusion, items: readonly Item[], call: OperationCall): Promise<void> {
  const { resource } = call.operation;
  const found: Found = new Map();
  for (const item of items)
    found.set(keyOf(resource, idText(resource, item)), { item, resource, shown: undefined, whole: false });
  await follow(inclusion, resource, items, call, found);
  state.set(
    call,
    [...found.values()].filter((each): each is IncludedItem => each.shown !== undefined),
  );
}

/** Returns the items that {@link fetchIncluded} loaded; undefined if the request does not include any. */
export function includedOf(call: OperationCall): readonly IncludedItem[] | undefined {
  return state.get(call);
}

/** An included item. */
export interface IncludedItem {
  readonly item: Item;
  readonly resource: ResourceModel;
  readonly shown: readonly string[];
  /** Whether the request selects no fields of it. */
  readonly whole: boolean;
}

const state = new WeakMap<OperationCall, readonly IncludedItem[]>();

// Items by type and identifier. Primary items are in it with undefined `shown`, so that they are not included again.
type Found = Map<string, Omit<IncludedItem, 'shown'> & { readonly shown: readonly string[] | undefined }>;

async function follow(
  inclusion: Inclusion,
  resource: ResourceModel,
  items: readonly Item[],
  call: OperationCall,
  found: Found,
): Promise<void> {
  for (const [name, deeper] of inclusion) {
    const field = jsonapiShapeOf(resource).field.get(name)!;
    const { to } = field.link!;
    const there = createRelatedCall(to, call.context);
    const wanted = new Map<string, Identity>();
    const level: Item[] = [];
    for (const id of items.flatMap((item) => linked(item[field.name], to))) wanted.set(idText(to, id), id);
    const missing = [...wanted].filter(([text]) => !found.has(keyOf(to, text)));
    if (found.size + missing.length > MAX_INCLUDED)
      throw includeError(message('include.too-many-items', { count: MAX_INCLUDED }));
    const fetched =
      missing.length === 0
        ? []
        : await findRelated(
            there,
            missing.map(([, id]) => id),
            call,
          );
    const chosen =
      call.query?.fieldsByType.get(to.name) ?? (to === call.operation.resource ? call.query?.fields : undefined);
    for (const item of fetched) {
      const text = idText(to, item);
      if (!wanted.has(text)) continue;
      found.set(keyOf(to, text), {
        item: there.visibleItem(item),
        resource: to,
        shown: chosen ?? there.readableFields,
        whole: chosen === undefined,
      });
    }
    for (const text of wanted.keys()) {
      const item = found.get(keyOf(to, text))?.item;
      if (item) level.push(item);
    }
    if (deeper.size > 0) await follow(deeper, to, level, call, found);
  }
}

function linked(value: unknown, { identifier: { keys } }: ResourceModel): Identity[] {
  if (value === null || value === undefined) return [];
  const ids = Array.isArray(value) ? (value as unknown[]) : [value];
  return ids.map((id) => (keys.length === 1 ? { [keys[0]!]: id } : (id as Identity)));
}

function keyOf({ name }: ResourceModel, text: string): string {
  return `${name} ${text}`;
}

function unknownRelationship(step: string, resource: ResourceModel, readable: readonly string[]): Message {
  const known = readable.filter((name) => {
    const link = resource.fieldByName.get(name)?.link;
    return link !== undefined && canBeIncluded(link.to);
  });
  const meant = didYouMean(step, known);
  const name = cut(step);
  const type = resource.name;
  if (meant !== undefined) return message('include.unknown-did-you-mean', { name, type, meant });
  if (known.length === 0) return message('include.none-known', { name, type });
  return message('include.unknown', { name, type, names: known.join(', ') });
}

function cut(text: string): string {
  return text.slice(0, 100);
}

function includeError(detail: Message): BadRequestError {
  const errors = [{ parameter: 'include', detail, code: 'invalid_value' }];
  return new BadRequestError(message('query.invalid', { violations: new ViolationList(errors) }), {
    type: '/problems/query-parameter',
    extensions: { errors },
  });
}

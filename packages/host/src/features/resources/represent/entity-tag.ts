import { hash } from 'node:crypto';
import { READ_METHODS } from '../../../http/methods.ts';
import type { Validators } from '../../../http/preconditions.ts';
import type { Page } from '../declare/list-request.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { Item } from '../model/reach.ts';
import { itemJson, listJson } from './json-format.ts';

/**
 * Returns the entity tag of an item: `<state>-<variant>`. The state is the same in all formats and for all users, so that a
 * change can be based on any representation; the variant identifies the representation (decisions/016).
 *
 * @param key the key that hashes the state. Default: the current key of the resource, if it has keys
 */
export function itemTag(call: OperationCall, item: Item, key?: string): string | undefined {
  const state = hasIncludedItems(call) ? undefined : itemState(call, item, key);
  return state === undefined ? undefined : `${state}-${describeVariant(call, item)}`;
}

/** Returns the entity tag of a page, made of its items, its position and the total. Undefined when the page has none. */
export function listTag(call: OperationCall, page: Page<Item> | undefined): string | undefined {
  if (page === undefined || call.operation.responseOptions.tagSource === undefined) return undefined;
  // The content of a streamed list is unknown when headers are sent.
  if (call.query?.isStreamed === true || hasIncludedItems(call) || !Array.isArray(page.items)) return undefined;
  const { total, hasNext, hasPrevious } = page;
  const around = `${total ?? ''}${hasNext === true ? 'n' : ''}${hasPrevious === true ? 'p' : ''}`;
  return `${digest(listJson(page, call))}.${around}-${describeVariant(call)}`;
}

/** Returns the validators of an item, for preconditions. */
export function itemValidators(call: OperationCall, item: Item | null): Validators {
  const { method, resource, responseOptions } = call.operation;
  const { lastModified } = responseOptions;
  const { etagKeys } = resource;
  const hasDate = !(hasIncludedItems(call) && READ_METHODS.has(method));
  // Tags with an older key identify the same state.
  const matches = (compare: (found: Item, key?: string) => boolean): boolean =>
    item !== null && (etagKeys.length === 0 ? compare(item) : etagKeys.some((key) => compare(item, key)));
  return {
    exists: item !== null,
    lastModified: hasDate && lastModified !== undefined ? toTimestamp(item?.[lastModified]) : undefined,
    isState(opaque) {
      const state = opaque.slice(0, Math.max(opaque.lastIndexOf('-'), 0));
      return matches((found, key) => itemState(call, found, key) === state);
    },
    isRepresentation: (opaque) => matches((found, key) => isSameRepresentation(opaque, itemTag(call, found, key))),
  };
}

/** Returns the validators of a page, for preconditions. */
export function listValidators(call: OperationCall, page: Page<Item> | undefined): Validators {
  const isSame = (opaque: string): boolean => isSameRepresentation(opaque, listTag(call, page));
  return { exists: true, isState: isSame, isRepresentation: isSame, lastModified: undefined };
}

/** Converts a Date, a date string with a zone or a number to milliseconds since 1970; undefined if it is not a time. */
export function toTimestamp(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}

// Included items can change without a change of the item.
function hasIncludedItems({ inclusion }: OperationCall): boolean {
  return inclusion !== undefined && inclusion.size > 0;
}

function itemState(call: OperationCall, item: Item, key?: string): string | undefined {
  const { responseOptions, resource } = call.operation;
  const { tagSource } = responseOptions;
  const { etagKeys } = resource;
  if (tagSource === undefined) return undefined;
  const usedKey = key ?? etagKeys[0] ?? '';
  const version = tagSource === 'hash' ? undefined : item[tagSource.field];
  if (version !== undefined && version !== null) {
    const computed = resource.computedFields.map(({ name }) => item[name] ?? null);
    // The version does not change with computed values, which may depend on other rows.
    return formatVersion(version) + (computed.length === 0 ? '' : `.${digest(usedKey + JSON.stringify(computed))}`);
  }
  if (etagKeys.length === 0) return digest(itemJson(item, call));
  // With restricted fields, the state is made of all fields that any user may read.
  const values = resource.fields.map(({ name, read }) => (read === 'never' ? null : (item[name] ?? null)));
  return digest(usedKey + JSON.stringify(values));
}

// 96 bits of the SHA-256 hash.
function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}

// Percent-encodes characters that are not allowed in a tag (RFC 9110 §8.8.3).
function formatVersion(version: unknown): string {
  const text = version instanceof Date ? version.toISOString() : String(version);
  return encodeURIComponent(text).replaceAll('*', '%2A');
}

function describeVariant(call: OperationCall, item?: Item): string {
  const { format, operation, context, shownFields } = call;
  const hidden = item === undefined ? [] : call.hiddenFields(item);
  const shown = hidden.length === 0 ? shownFields : shownFields.filter((name) => !hidden.includes(name));
  // Applications that read the language may translate items.
  const language = context.variesByLocale && context.language ? `~${context.language.tag}` : '';
  // The last hyphen of a tag precedes the variant.
  const name = `${format.name}${language}`.replaceAll('-', '_');
  return shown === operation.resource.publicFields
    ? name
    : `${name}.${hash('sha256', shown.join(','), 'hex').slice(0, 8)}`;
}

// The tag of a compressed response ends with its content coding.
function isSameRepresentation(opaque: string, tag: string | undefined): boolean {
  const coding = opaque.lastIndexOf('+');
  return opaque === tag || (coding > opaque.lastIndexOf('-') && opaque.slice(0, coding) === tag);
}

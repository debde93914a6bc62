import { hash } from 'node:crypto';
import { READ_METHODS } from '../../../http/methods.ts';
import type { Validators } from '../../../http/preconditions.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { Page } from '../declare/list-request.ts';
import type { Item } from '../model/item.ts';
import { digest, getDigest, itemJson, listJson, writeItemOnce } from './item-json.ts';

/**
 * Returns the entity tag of an item: `<state>-<variant>`. The state is the same in all formats and for all users, so that a
 * change can be based on any representation; the variant identifies the representation (decisions/016).
 */
export function itemTag(call: OperationCall, item: Item, key?: string): string | undefined {
  if (hasIncludedItems(call)) return undefined;
  if (isStateOfJson(call)) return `${getDigest(writeItemOnce(item, call))}-${describeVariant(call, item)}`;
  const state = itemState(call, item, key);
  return state === undefined ? undefined : `${state}-${describeVariant(call, item)}`;
}

/** Returns the entity tag of a page, made of its items, its position and the total. Undefined when the page has none. */
export function listTag(call: OperationCall, page: Page<Item> | undefined): string | undefined {
  if (page === undefined || call.operation.responseOptions.tagSource === undefined) return undefined;
  // The content of a streamed list is unknown when headers are sent.
  if (call.query?.isStreamed === true || hasIncludedItems(call)) return undefined;
  if (page.rows === undefined && !Array.isArray(page.items)) return undefined;
  const { total, hasNext, hasPrevious } = page;
  const around = `${total ?? ''}${hasNext === true ? 'n' : ''}${hasPrevious === true ? 'p' : ''}`;
  return `${digest(listJson(page, call))}.${around}-${describeVariant(call)}`;
}

/** The validators of an item, for preconditions. */
export class ItemValidators implements Validators {
  readonly #call: OperationCall;
  readonly #item: Item | null;

  constructor(call: OperationCall, item: Item | null) {
    this.#call = call;
    this.#item = item;
  }

  get exists(): boolean {
    return this.#item !== null;
  }

  get lastModified(): number | undefined {
    const { lastModified } = this.#call.operation.responseOptions;
    if (hasIncludedItems(this.#call) && READ_METHODS.has(this.#call.operation.method)) return undefined;
    return this.#item === null || lastModified === undefined ? undefined : toTimestamp(this.#item[lastModified]);
  }

  isState(opaque: string): boolean {
    return this.#matches((key) => itemState(this.#call, this.#item!, key) === stateIn(opaque));
  }

  isRepresentation(opaque: string): boolean {
    return this.#matches((key) => isSameRepresentation(opaque, itemTag(this.#call, this.#item!, key)));
  }

  // Tags with an older key identify the same state.
  #matches(compare: (key?: string) => boolean): boolean {
    if (this.#item === null) return false;
    const { tagKeys: keys } = this.#call.operation.responseOptions;
    return keys.length === 0 ? compare() : keys.some((key) => compare(key));
  }
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

// Whether the state of an item is the hash of its JSON.
function isStateOfJson({ operation: { responseOptions: answers } }: OperationCall): boolean {
  return answers.tagSource === 'hash' && answers.tagKeys.length === 0;
}

function itemState(call: OperationCall, item: Item, key?: string): string | undefined {
  const { tagSource: state, tagKeys: keys } = call.operation.responseOptions;
  if (state === undefined) return undefined;
  if (isStateOfJson(call)) return getDigest(writeItemOnce(item, call));
  const version = state === 'hash' ? undefined : item[state.field];
  if (version !== undefined && version !== null) return versionText(version);
  return digest(keys.length === 0 ? itemJson(item, call) : (key ?? keys[0]!) + fullText(call, item));
}

// With restricted fields, the state is made of all fields that any user may read.
function fullText({ operation }: OperationCall, item: Item): string {
  const { fields } = operation.resource;
  return JSON.stringify(fields.map(({ name, read }) => (read === 'never' ? null : (item[name] ?? null))));
}

// Percent-encodes characters that are not allowed in a tag (RFC 9110 §8.8.3).
function versionText(version: unknown): string {
  const text = version instanceof Date ? version.toISOString() : String(version);
  return encodeURIComponent(text).replaceAll('*', '%2A');
}

function describeVariant(call: OperationCall, item?: Item): string {
  const { format, operation, context } = call;
  const hidden = item === undefined ? [] : call.hiddenFields(item);
  const shown = hidden.length === 0 ? call.shownFields : call.shownFields.filter((name) => !hidden.includes(name));
  const plain = withoutHyphens(format.name);
  // Applications that read the language may translate items. The last hyphen of a tag precedes the variant.
  const { language, variesByLocale } = context;
  const name = language && variesByLocale ? `${plain}~${withoutHyphens(language.tag)}` : plain;
  return shown === operation.resource.publicFields
    ? name
    : `${name}.${hash('sha256', shown.join(','), 'hex').slice(0, 8)}`;
}

function withoutHyphens(name: string): string {
  return name.includes('-') ? name.replaceAll('-', '_') : name;
}

// The tag of a compressed response ends with its content coding.
function isSameRepresentation(opaque: string, tag: string | undefined): boolean {
  return opaque === tag || withoutCoding(opaque) === tag;
}

function withoutCoding(opaque: string): string {
  const at = opaque.lastIndexOf('+');
  return at > opaque.lastIndexOf('-') ? opaque.slice(0, at) : opaque;
}

function stateIn(opaque: string): string {
  return opaque.slice(0, Math.max(opaque.lastIndexOf('-'), 0));
}

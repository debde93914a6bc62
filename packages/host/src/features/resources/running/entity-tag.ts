import { hash } from 'node:crypto';
import { digest } from '../responses/item-digest.ts';
import type { Validators } from '../../../http/preconditions.ts';
import type { OperationRun } from './operation-run.ts';
import type { Item } from '../model/item.ts';
import { itemJson, listJson, writeItemOnce } from '../responses/item-json.ts';

/**
 * Returns the entity tag of an item: `<state>-<variant>`. The state is the same in all formats and for all users, so that a
 * change can be based on any representation; the variant identifies the representation (decisions/016).
 */
export function itemTag(run: OperationRun, item: Item, key?: string): string | undefined {
  if (hasIncludedItems(run)) return undefined;
  if (isStateOfJson(run)) return writeItemOnce(item, run).tagOf(variantOf(run, item));
  const state = itemState(run, item, key);
  return state === undefined ? undefined : `${state}-${variantOf(run, item)}`;
}

/** Returns the entity tag of a page, made of its items, its position and the total. Undefined when the page has none. */
export function listTag(run: OperationRun): string | undefined {
  const { page } = run.read;
  if (page === undefined || run.operation.responseOptions.tagSource === undefined) return undefined;
  // The content of a streamed list is unknown when headers are sent.
  if (run.response.isStreamed || hasIncludedItems(run)) return undefined;
  if (page.rows === undefined && !Array.isArray(page.items)) return undefined;
  const { total, hasNext, hasPrevious } = page;
  const around = `${total ?? ''}${hasNext === true ? 'n' : ''}${hasPrevious === true ? 'p' : ''}`;
  return `${digest(listJson(run))}.${around}-${variantOf(run)}`;
}

/** Returns the validators of an item, for preconditions. */
export function itemValidators(run: OperationRun, item: Item | null): Validators {
  return new ItemValidators(run, item);
}

class ItemValidators implements Validators {
  readonly #run: OperationRun;
  readonly #item: Item | null;

  constructor(run: OperationRun, item: Item | null) {
    this.#run = run;
    this.#item = item;
  }

  get exists(): boolean {
    return this.#item !== null;
  }

  get lastModified(): number | undefined {
    const { lastModified } = this.#run.operation.responseOptions;
    return this.#item === null || lastModified === undefined ? undefined : toTimestamp(this.#item[lastModified]);
  }

  isState(opaque: string): boolean {
    return this.#matches((key) => itemState(this.#run, this.#item!, key) === stateIn(opaque));
  }

  isRepresentation(opaque: string): boolean {
    return this.#matches((key) => isSameRepresentation(opaque, itemTag(this.#run, this.#item!, key)));
  }

  // Tags with an older key identify the same state.
  #matches(compare: (key?: string) => boolean): boolean {
    if (this.#item === null) return false;
    const { tagKeys: keys } = this.#run.operation.responseOptions;
    return keys.length === 0 ? compare() : keys.some((key) => compare(key));
  }
}

/** Returns the validators of the page of a run, for preconditions. */
export function listValidators(run: OperationRun): Validators {
  return {
    exists: true,
    isState: (opaque) => isSameRepresentation(opaque, listTag(run)),
    isRepresentation: (opaque) => isSameRepresentation(opaque, listTag(run)),
    lastModified: undefined,
  };
}

/** Converts a Date, a date string with a zone or a number to milliseconds since 1970; undefined if it is not a time. */
export function toTimestamp(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}

// Included items (JSON:API) can change without a change of the item.
function hasIncludedItems({ request: { query } }: OperationRun): boolean {
  const include = query?.formatParameters['include'];
  return include !== undefined && /[^,]/.test(include);
}

// Whether the state of an item is the hash of its JSON.
function isStateOfJson({ operation: { responseOptions: answers } }: OperationRun): boolean {
  return answers.tagSource === 'hash' && answers.tagKeys.length === 0;
}

function itemState(run: OperationRun, item: Item, key?: string): string | undefined {
  const { tagSource: state, tagKeys: keys } = run.operation.responseOptions;
  if (state === undefined) return undefined;
  if (isStateOfJson(run)) return writeItemOnce(item, run).digest;
  const version = state === 'hash' ? undefined : item[state.field];
  if (version !== undefined && version !== null) return versionText(version);
  return digest(keys.length === 0 ? itemJson(item, run) : (key ?? keys[0]!) + fullText(run, item));
}

// With restricted fields, the state is made of all fields that any user may read.
function fullText({ operation }: OperationRun, item: Item): string {
  const { fields } = operation.resource;
  return JSON.stringify(fields.map(({ name, read }) => (read === 'never' ? null : (item[name] ?? null))));
}

// Percent-encodes characters that are not allowed in a tag (RFC 9110 §8.8.3).
function versionText(version: unknown): string {
  const text = version instanceof Date ? version.toISOString() : String(version);
  return encodeURIComponent(text).replaceAll('*', '%2A');
}

function variantOf(run: OperationRun, item?: Item): string {
  const { format, operation, context } = run;
  const hidden = item === undefined ? [] : run.hiddenFields(item);
  const shown = hidden.length === 0 ? run.shownFields : run.shownFields.filter((name) => !hidden.includes(name));
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

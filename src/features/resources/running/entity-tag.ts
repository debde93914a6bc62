import { hash } from 'node:crypto';
import { digest } from '../responses/item-json.ts';
import type { Validators } from '../../../core/http/preconditions.ts';
import type { Item, OperationRun } from './operation-run.ts';
import { itemJson, listJson, writeItemOnce } from '../responses/item-json.ts';

/**
 * The tag of an item: `<state>-<variant>`. The state is the same in every format and for every reader, so that whoever got
 * any of them may change the item; the variant tells representations apart. decisions/016 says why.
 */
export function itemTag(run: OperationRun, item: Item, key?: string): string | undefined {
  if (joinsOthers(run)) return undefined;
  if (isWhole(run)) return writeItemOnce(item, run).tagOf(variantOf(run, item));
  const state = itemState(run, item, key);
  return state === undefined ? undefined : `${state}-${variantOf(run, item)}`;
}

/** The tag of a page: its items as they are shown, and what is said about the whole list. */
export function listTag(run: OperationRun): string | undefined {
  const { page } = run.read;
  if (page === undefined || run.operation.responseOptions.tagSource === undefined) return undefined;
  // A list that is streamed is not known before it is sent.
  if (run.response.isStreamed || joinsOthers(run)) return undefined;
  if (page.rows === undefined && !Array.isArray(page.items)) return undefined;
  const { total, hasNext, hasPrevious } = page;
  const around = `${total ?? ''}${hasNext === true ? 'n' : ''}${hasPrevious === true ? 'p' : ''}`;
  return `${digest(listJson(run))}.${around}-${variantOf(run)}`;
}

/** What preconditions ask about the item a request is for. */
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

  // A tag that was made with an older secret names the same state.
  #matches(compare: (key?: string) => boolean): boolean {
    if (this.#item === null) return false;
    const { tagKeys: keys } = this.#run.operation.responseOptions;
    return keys.length === 0 ? compare() : keys.some((key) => compare(key));
  }
}

/** What preconditions ask about the page a request is for. */
export function listValidators(run: OperationRun): Validators {
  return {
    exists: true,
    isState: (opaque) => isSameRepresentation(opaque, listTag(run)),
    isRepresentation: (opaque) => isSameRepresentation(opaque, listTag(run)),
    lastModified: undefined,
  };
}

/** Milliseconds since 1970 that a value stands for: a Date, a text with a zone, milliseconds. */
export function toTimestamp(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}

// What the format puts beside the item (JSON:API's "include") changes without it.
function joinsOthers({ request: { query } }: OperationRun): boolean {
  return query !== undefined && query.formatParameters['include'] !== undefined;
}

// Is the state of an item its text, and nothing else?
function isWhole({ operation: { responseOptions: answers } }: OperationRun): boolean {
  return answers.tagSource === 'hash' && answers.tagKeys.length === 0;
}

function itemState(run: OperationRun, item: Item, key?: string): string | undefined {
  const { tagSource: state, tagKeys: keys } = run.operation.responseOptions;
  if (state === undefined) return undefined;
  if (isWhole(run)) return writeItemOnce(item, run).digest;
  const version = state === 'hash' ? undefined : item[state.field];
  if (version !== undefined && version !== null) return versionText(version);
  return digest(keys.length === 0 ? itemJson(item, run) : (key ?? keys[0]!) + guardedText(run, item));
}

// Where some fields are for some readers only, all that anybody may see is the state.
function guardedText({ operation }: OperationRun, item: Item): string {
  const { fields } = operation.resource;
  return JSON.stringify(fields.map(({ name, read }) => (read === 'never' ? null : (item[name] ?? null))));
}

// The characters of a tag (RFC 9110 §8.8.3) that need no second look; everything else is percent-encoded.
function versionText(version: unknown): string {
  const text = version instanceof Date ? version.toISOString() : String(version);
  return encodeURIComponent(text).replaceAll('*', '%2A');
}

function variantOf(run: OperationRun, item?: Item): string {
  const { format, operation, context } = run;
  const hidden = item === undefined ? [] : run.hiddenFields(item);
  const shown = hidden.length === 0 ? run.shownFields : run.shownFields.filter((name) => !hidden.includes(name));
  const plain = withoutHyphens(format.name);
  // Whoever asked for the language translates. The last hyphen of a tag stands before the variant.
  const { language, localeAsked } = context;
  const name = language && localeAsked ? `${plain}~${withoutHyphens(language.tag)}` : plain;
  return shown === operation.resource.publicFields
    ? name
    : `${name}.${hash('sha256', shown.join(','), 'hex').slice(0, 8)}`;
}

function withoutHyphens(name: string): string {
  return name.includes('-') ? name.replaceAll('-', '_') : name;
}

// Compression names itself at the end of a tag, because its bytes are others.
function isSameRepresentation(opaque: string, tag: string | undefined): boolean {
  return opaque === tag || withoutCoding(opaque) === tag;
}

/** Is this the tag of a compressed answer? */
export function hasContentCoding(opaque: string): boolean {
  return withoutCoding(opaque) !== opaque;
}

function withoutCoding(opaque: string): string {
  const at = opaque.lastIndexOf('+');
  return at > opaque.lastIndexOf('-') ? opaque.slice(0, at) : opaque;
}

function stateIn(opaque: string): string {
  return opaque.slice(0, Math.max(opaque.lastIndexOf('-'), 0));
}

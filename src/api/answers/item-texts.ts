import { Memo } from '../../http/index.ts';
import { digest } from './digest.ts';

/** An item as JSON, with the tag that follows from it. */
export class WrittenItem {
  readonly text: string;
  /** The item as it was, once it came for the second time. */
  copy: Copy | undefined = undefined;
  #digest: string | undefined = undefined;
  #variant: string | undefined = undefined;
  #tag = '';

  constructor(text: string) {
    this.text = text;
  }

  get digest(): string {
    return (this.#digest ??= digest(this.text));
  }

  /** `<digest>-<variant>`; of several variants that are asked for in turn each is made anew. */
  tagOf(variant: string): string {
    if (variant !== this.#variant) {
      this.#variant = variant;
      this.#tag = `${this.digest}-${variant}`;
    }
    return this.#tag;
  }
}

/**
 * Writes items as JSON, and those that were asked for lately without writing them again, as long as they hold just what they
 * held. To compare all members takes a fraction of what writing them does.
 */
export class ItemTexts {
  readonly #written = new Memo<WrittenItem>(MOST_KNOWN);

  /** What `JSON.stringify` gives for an item. */
  textOf(name: string, item: object): string {
    return this.written(name, item).text;
  }

  /**
   * The same, with all that follows from it.
   * @param name under which it was perhaps written before: a wrong one costs a look
   */
  written(name: string, item: object): WrittenItem {
    const last = name.length > LONGEST_NAME ? undefined : this.#written.get(name);
    if (last?.copy !== undefined && isSame(item, last.copy)) return last;
    const text = JSON.stringify(item);
    if (last?.text === text) {
      // Copied when it comes again, or those that never do would pay for the others.
      last.copy ??= copyOf(item, { left: MOST_MEMBERS });
      return last;
    }
    const made = new WrittenItem(text);
    if (text.length <= LONGEST_TEXT && name.length <= LONGEST_NAME) this.#written.set(name, made);
    return made;
  }
}

const MOST_KNOWN = 500;
const MOST_MEMBERS = 200;
const LONGEST_NAME = 256;
const LONGEST_TEXT = 4_096;

/** A value as it was: members in their order, so that nothing that happens to the value happens to it. */
type Copy = string | number | boolean | null | readonly Copy[] | Members;

class Members {
  readonly names: string[] = [];
  readonly values: Copy[] = [];
}

// Only what JSON writes as it is: whatever has a say in how it is written is written each time.
function copyOf(value: unknown, room: { left: number }): Copy | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || !isPlain(value) || room.left-- <= 0) return undefined;
  if (Array.isArray(value)) {
    const list: Copy[] = [];
    for (const each of value as unknown[]) {
      const copy = copyOf(each, room);
      if (copy === undefined) return undefined;
      list.push(copy);
    }
    return list;
  }
  const members = new Members();
  for (const name in value) {
    const copy = copyOf((value as Record<string, unknown>)[name], room);
    if (copy === undefined) return undefined;
    members.names.push(name);
    members.values.push(copy);
  }
  return members;
}

function isSame(value: unknown, copy: Copy): boolean {
  if (typeof copy !== 'object' || copy === null) return value === copy;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return false;
  if (!(copy instanceof Members)) {
    if (!Array.isArray(value) || value.length !== copy.length) return false;
    for (let index = 0; index < copy.length; index++) if (!isSame(value[index], copy[index]!)) return false;
    return true;
  }
  if (Array.isArray(value)) return false;
  const { names, values } = copy;
  let index = 0;
  for (const name in value) {
    if (name !== names[index] || !isSame((value as Record<string, unknown>)[name], values[index]!)) return false;
    index++;
  }
  return index === names.length;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  return (value as { toJSON?: unknown }).toJSON === undefined;
}

import { ConflictError, isObject } from 'oriel-core/http';
import { malformedPatch, quoteValue } from './patch-step.ts';
import type { PatchStep } from './patch-step.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** Applies JSON Patch operations to a copy of a document. */
export class PatchedDocument {
  #root: unknown;
  #nodes = 0;

  constructor(document: unknown) {
    this.#root = JSON.parse(JSON.stringify(document)) as unknown;
  }

  apply(steps: readonly PatchStep[]): unknown {
    for (const [index, step] of steps.entries()) this.#apply(step, index);
    return this.#root;
  }

  #apply({ op, path, from, value, at }: PatchStep, index: number): void {
    const fail = (why: Message): ConflictError =>
      new ConflictError(message('patch.failed', { step: index, op, path: quoteValue(at), why }), {
        type: '/problems/patch-conflict',
        extensions: { step: index },
      });
    if (op === 'test') {
      if (!isEqual(this.#get(path, fail), value)) throw fail(message('patch.value-differs'));
    } else if (op === 'remove') this.#remove(path, fail);
    else if (op === 'add') this.#add(path, this.#copy(value), fail);
    else if (op === 'replace') this.#replace(path, this.#copy(value), fail);
    else if (op === 'copy') this.#add(path, this.#copy(this.#get(from, fail)), fail);
    else {
      const moved = this.#get(from, fail);
      if (from.length === path.length && from.every((part, i) => part === path[i])) return;
      this.#remove(from, fail);
      this.#add(path, moved, fail);
    }
  }

  #get(path: readonly string[], fail: Fail): unknown {
    let value = this.#root;
    for (const part of path) {
      if (Array.isArray(value)) value = value[indexIn(part, value.length, value.length - 1, fail)];
      else if (isObject(value) && Object.hasOwn(value, part)) value = value[part];
      else throw fail(message('patch.no-such-path'));
    }
    return value;
  }

  #add(path: readonly string[], value: unknown, fail: Fail): void {
    if (path.length === 0) {
      this.#root = value;
      return;
    }
    const parent = this.#get(path.slice(0, -1), fail);
    const last = path.at(-1)!;
    if (Array.isArray(parent)) {
      const at = last === '-' ? parent.length : indexIn(last, parent.length, parent.length, fail);
      parent.splice(at, 0, value);
    } else if (isObject(parent)) define(parent, last, value);
    else throw fail(message('patch.parent-not-a-container'));
  }

  #replace(path: readonly string[], value: unknown, fail: Fail): void {
    this.#get(path, fail);
    if (path.length === 0) {
      this.#root = value;
      return;
    }
    const parent = this.#get(path.slice(0, -1), fail) as Record<string, unknown> | unknown[];
    if (Array.isArray(parent)) parent[Number(path.at(-1))] = value;
    else define(parent, path.at(-1)!, value);
  }

  #remove(path: readonly string[], fail: Fail): void {
    this.#get(path, fail);
    if (path.length === 0) {
      this.#root = null;
      return;
    }
    const parent = this.#get(path.slice(0, -1), fail) as Record<string, unknown> | unknown[];
    if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1);
    else delete parent[path.at(-1)!];
  }

  #copy(value: unknown): unknown {
    if (++this.#nodes > MAX_NODES) throw malformedPatch(message('patch.result-too-large'));
    if (Array.isArray(value)) return value.map((each) => this.#copy(each));
    if (!isObject(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) define(copy, name, this.#copy(value[name]));
    return copy;
  }
}

type Fail = (why: Message) => ConflictError;

// RFC 6901 §4: digits without a leading zero.
function indexIn(part: string, count: number, last: number, fail: Fail): number {
  const index = /^(?:0|[1-9]\d{0,8})$/.test(part) ? Number(part) : NaN;
  if (!(index <= last)) throw fail(message('patch.no-such-index', { count, index: quoteValue(part) }));
  return index;
}

// Assigning to `__proto__` would change the prototype instead of adding a member.
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

// RFC 6902 §4.6: members in any order.
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isEqual(each, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}

// Repeated copy operations could otherwise grow the document exponentially.
const MAX_NODES = 100_000;

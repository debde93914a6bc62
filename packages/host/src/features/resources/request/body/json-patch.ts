import { message } from 'oriel-core/messages';
import { BadRequestError, isObject, ConflictError } from 'oriel-core/http';
import { parsePointer } from '../../../../http/json.ts';
import type { Message } from 'oriel-core/messages';

/**
 * Parses a JSON Patch (RFC 6902) and returns a function that returns a patched copy of a document.
 *
 * @param patch the parsed JSON of the body
 * @throws {BadRequestError} 400 if it is not a JSON Patch. The returned function throws a ConflictError (409) if an operation
 *   fails: a test is false, or a path does not exist (RFC 5789 §2.2)
 *
 * @example
 * ```ts
 * import { parseJsonPatch } from './json-patch.ts';
 * const patch = parseJsonPatch([{ op: 'test', path: '/a', value: 1 }, { op: 'add', path: '/b/-', value: 3 }]);
 * patch({ a: 1, b: [2] }); // => { a: 1, b: [2, 3] }
 * patch({ a: 2, b: [2] }); // THROWS Operation 0
 * ```
 */
export function parseJsonPatch(patch: unknown): (document: unknown) => unknown {
  if (!Array.isArray(patch)) throw malformedPatch(message('patch.not-an-array'));
  if (patch.length > MAX_OPERATIONS)
    throw malformedPatch(message('patch.too-many-operations', { count: MAX_OPERATIONS }));
  const operations = patch.map(parsePatchStep);
  return (document) => new PatchedDocument(document).apply(operations);
}

const MAX_OPERATIONS = 1_000;

/** An operation of a JSON Patch with parsed pointers. */
interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: unknown;
  /** The path in the patch. */
  readonly at: string;
}

/** Parses an operation of a JSON Patch. @throws {BadRequestError} if it is invalid */
function parsePatchStep(step: unknown, index: number): PatchStep {
  if (!isObject(step)) throw malformedPatch(message('patch.not-an-object', { step: index }));
  const { op, path, from } = step;
  if (typeof op !== 'string' || !OPS.includes(op))
    throw malformedPatch(message('patch.unknown-operation', { step: index, op: quoteValue(op), ops: OPS.join(', ') }));
  const pointer = typeof path === 'string' ? parsePointer(path) : undefined;
  if (pointer === undefined)
    throw malformedPatch(message('patch.invalid-path', { step: index, path: quoteValue(path) }));
  const source = op === 'move' || op === 'copy' ? (typeof from === 'string' ? parsePointer(from) : undefined) : [];
  if (source === undefined)
    throw malformedPatch(message('patch.invalid-from', { step: index, path: quoteValue(from) }));
  const needsValue = op === 'add' || op === 'replace' || op === 'test';
  if (needsValue && !Object.hasOwn(step, 'value'))
    throw malformedPatch(message('patch.value-missing', { step: index }));
  if (op === 'move' && path !== from && `${path as string}/`.startsWith(`${from as string}/`))
    throw malformedPatch(message('patch.move-into-itself', { step: index, path: quoteValue(from) }));
  return {
    op: op as PatchStep['op'],
    path: pointer,
    from: source,
    value: needsValue ? step['value'] : undefined,
    at: path as string,
  };
}

const OPS: readonly string[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

/** Returns a 400 for an invalid patch (RFC 5789 §2.2). */
function malformedPatch(detail: Message): BadRequestError {
  return new BadRequestError(detail, { type: '/problems/malformed-patch' });
}

/** Returns a value as JSON for error messages, at most 100 characters. */
function quoteValue(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 100);
}

/** Applies JSON Patch operations to a copy of a document. */
class PatchedDocument {
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
    else if (op === 'add') this.#put(path, this.#copy(value), fail);
    else if (op === 'copy') this.#put(path, this.#copy(this.#get(from, fail)), fail);
    else if (op === 'replace') {
      this.#get(path, fail);
      this.#put(path, this.#copy(value), fail, 1);
    } else {
      const moved = this.#get(from, fail);
      if (from.length === path.length && from.every((part, i) => part === path[i])) return;
      this.#remove(from, fail);
      this.#put(path, moved, fail);
    }
  }

  #get(path: readonly string[], fail: Fail): unknown {
    return path.reduce<unknown>((parent, part) => {
      if (Array.isArray(parent)) return parent[indexIn(part, parent.length, parent.length - 1, fail)];
      if (isObject(parent) && Object.hasOwn(parent, part)) return parent[part];
      throw fail(message('patch.no-such-path'));
    }, this.#root);
  }

  // Adds a value before the one at an index of a list, or instead of it.
  #put(path: readonly string[], value: unknown, fail: Fail, replaced: 0 | 1 = 0): void {
    const last = path.at(-1);
    const parent = this.#get(path.slice(0, -1), fail);
    if (last === undefined) this.#root = value;
    else if (Array.isArray(parent)) {
      const index = last === '-' ? parent.length : indexIn(last, parent.length, parent.length, fail);
      parent.splice(index, replaced, value);
    } else if (isObject(parent)) define(parent, last, value);
    else throw fail(message('patch.parent-not-a-container'));
  }

  #remove(path: readonly string[], fail: Fail): void {
    this.#get(path, fail);
    const parent = this.#get(path.slice(0, -1), fail);
    if (path.length === 0) this.#root = null;
    else if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1);
    else delete (parent as Record<string, unknown>)[path.at(-1)!];
  }

  #copy(value: unknown): unknown {
    if (++this.#nodes > MAX_NODES) throw malformedPatch(message('patch.result-too-large'));
    if (Array.isArray(value)) return value.map((element) => this.#copy(element));
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
    return one.length === other.length && one.every((element, index) => isEqual(element, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}

// Repeated copy operations could otherwise grow the document exponentially.
const MAX_NODES = 100_000;

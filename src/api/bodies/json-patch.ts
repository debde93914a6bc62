import { BadRequestError, ConflictError, parsePointer } from '../../http/index.ts';

/** One step of a JSON Patch, its pointers taken apart. */
interface Step {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: unknown;
  /** The path as it was sent. */
  readonly at: string;
}

/**
 * A JSON Patch (RFC 6902) as a function from a document to the patched one; the document stays as it is, and so it does when
 * any step fails.
 *
 * @param patch what was sent, read but not yet looked at
 * @throws {BadRequestError} 400 when it is no patch. The function throws a ConflictError (409) when a step does not fit
 *   the document: a test fails, or what it names is not there (RFC 5789 §2.2)
 *
 * @example
 * ```ts
 * import { jsonPatch } from 'oriel/api';
 * const patch = jsonPatch([{ op: 'test', path: '/a', value: 1 }, { op: 'add', path: '/b/-', value: 3 }]);
 * patch({ a: 1, b: [2] }); // => { a: 1, b: [2, 3] }
 * patch({ a: 2, b: [2] }); // THROWS Step 0
 * ```
 */
export function jsonPatch(patch: unknown): (document: unknown) => unknown {
  if (!Array.isArray(patch)) throw noPatch('A JSON Patch is a list of steps');
  if (patch.length > MOST_STEPS) throw noPatch(`A JSON Patch may have at most ${MOST_STEPS} steps`);
  const steps = patch.map(toStep);
  return (document) => new Patching(document).run(steps);
}

const MOST_STEPS = 1_000;
// Copies of copies grow without end; no step may make a document out of proportion.
const MOST_NODES = 100_000;
const OPS: readonly string[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

function toStep(step: unknown, index: number): Step {
  if (!isObject(step)) throw noPatch(`Step ${index} is no object`);
  const { op, path, from } = step;
  if (typeof op !== 'string' || !OPS.includes(op))
    throw noPatch(`Step ${index} has the op ${shown(op)}; known are ${OPS.join(', ')}`);
  const pointer = typeof path === 'string' ? parsePointer(path) : undefined;
  if (pointer === undefined) throw noPatch(`Step ${index} has the path ${shown(path)}, which is no JSON pointer`);
  const source = op === 'move' || op === 'copy' ? (typeof from === 'string' ? parsePointer(from) : undefined) : [];
  if (source === undefined) throw noPatch(`Step ${index} has the from ${shown(from)}, which is no JSON pointer`);
  const needsValue = op === 'add' || op === 'replace' || op === 'test';
  if (needsValue && !Object.hasOwn(step, 'value')) throw noPatch(`Step ${index} has no value`);
  if (op === 'move' && path !== from && `${path as string}/`.startsWith(`${from as string}/`))
    throw noPatch(`Step ${index} would move ${shown(from)} into itself`);
  return {
    op: op as Step['op'],
    path: pointer,
    from: source,
    value: needsValue ? step['value'] : undefined,
    at: path as string,
  };
}

/** The document while it changes; all of it is a copy of its own. */
class Patching {
  #root: unknown;
  #nodes = 0;

  constructor(document: unknown) {
    this.#root = JSON.parse(JSON.stringify(document)) as unknown;
  }

  run(steps: readonly Step[]): unknown {
    for (const [index, step] of steps.entries()) this.#apply(step, index);
    return this.#root;
  }

  #apply({ op, path, from, value, at }: Step, index: number): void {
    const misfit = (why: string): ConflictError =>
      new ConflictError(`Step ${index} (${op} ${shown(at)}) does not fit: ${why}`, {
        type: '/problems/patch-conflict',
        extensions: { step: index },
      });
    if (op === 'test') {
      if (!isEqual(this.#get(path, misfit), value)) throw misfit('it is something else');
    } else if (op === 'remove') this.#remove(path, misfit);
    else if (op === 'add') this.#add(path, this.#copy(value), misfit);
    else if (op === 'replace') this.#replace(path, this.#copy(value), misfit);
    else if (op === 'copy') this.#add(path, this.#copy(this.#get(from, misfit)), misfit);
    else {
      const moved = this.#get(from, misfit);
      if (from.length === path.length && from.every((part, i) => part === path[i])) return;
      this.#remove(from, misfit);
      this.#add(path, moved, misfit);
    }
  }

  #get(path: readonly string[], misfit: Misfit): unknown {
    let value = this.#root;
    for (const part of path) {
      if (Array.isArray(value)) value = value[indexIn(part, value.length - 1, misfit)];
      else if (isObject(value) && Object.hasOwn(value, part)) value = value[part];
      else throw misfit('nothing is there');
    }
    return value;
  }

  #add(path: readonly string[], value: unknown, misfit: Misfit): void {
    if (path.length === 0) {
      this.#root = value;
      return;
    }
    const parent = this.#get(path.slice(0, -1), misfit);
    const last = path.at(-1)!;
    if (Array.isArray(parent)) {
      const at = last === '-' ? parent.length : indexIn(last, parent.length, misfit);
      parent.splice(at, 0, value);
    } else if (isObject(parent)) define(parent, last, value);
    else throw misfit('nothing can be put there');
  }

  #replace(path: readonly string[], value: unknown, misfit: Misfit): void {
    this.#get(path, misfit);
    if (path.length === 0) {
      this.#root = value;
      return;
    }
    const parent = this.#get(path.slice(0, -1), misfit) as Record<string, unknown> | unknown[];
    if (Array.isArray(parent)) parent[Number(path.at(-1))] = value;
    else define(parent, path.at(-1)!, value);
  }

  #remove(path: readonly string[], misfit: Misfit): void {
    this.#get(path, misfit);
    if (path.length === 0) {
      this.#root = null;
      return;
    }
    const parent = this.#get(path.slice(0, -1), misfit) as Record<string, unknown> | unknown[];
    if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1);
    else delete parent[path.at(-1)!];
  }

  #copy(value: unknown): unknown {
    if (++this.#nodes > MOST_NODES) throw noPatch('The patch would make the document too large');
    if (Array.isArray(value)) return value.map((each) => this.#copy(each));
    if (!isObject(value)) return value;
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) define(copy, name, this.#copy(value[name]));
    return copy;
  }
}

type Misfit = (why: string) => ConflictError;

// RFC 6901 §4: digits without a leading zero.
function indexIn(part: string, last: number, misfit: Misfit): number {
  const index = /^(?:0|[1-9]\d{0,8})$/.test(part) ? Number(part) : NaN;
  if (!(index <= last)) throw misfit(`a list of ${last + 1} has no place ${shown(part)}`);
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 100);
}

function noPatch(message: string): BadRequestError {
  return new BadRequestError(message, { type: '/problems/malformed-patch' });
}

import { isObject } from 'oriel-core/http';
import { describeChange, shorten } from './difference.ts';
import type { Change } from './difference.ts';
import { countLeastEdits, createStepBudget, findHunks } from './edit-script.ts';
import type { StepBudget } from './edit-script.ts';
import { describeType, findKey, getMember, identifyValue, isSimilar, previewValue } from './values.ts';

interface ValueOptions {
  readonly budget?: StepBudget;
  /** The values of other responses to the same request. Texts and numbers that differ in all of them are not compared. */
  readonly others?: readonly unknown[];
}

/**
 * Returns the differences between two JSON values, and the paths that were not compared. Paths are JSON pointers with `*` for any row
 * or `id=7` for the row with this key; empty for the value itself. Rows of a list are matched by a member that identifies them, else by
 * their order. The work is bounded for any two values, as values of clients must be.
 */
export function compareValues(
  before: unknown,
  after: unknown,
  { budget = createStepBudget(), others = [] }: ValueOptions = {},
) {
  const comparison = new ValueComparison(budget);
  comparison.compare(before, after, { path: '', pattern: '', depth: 0, others });
  return { changes: comparison.listChanges(), varying: [...comparison.varying] };
}

const MAX_DEPTH = 64;
// Two values may differ by themselves. Others have to confirm it.
const MIN_OTHERS = 2;
// An object with so many members that differ is used like a list.
const MANY_MEMBERS = 20;
const MIN_FOLDED = 3;

interface Location {
  readonly path: string;
  /** The path with `*` for any row. */
  readonly pattern: string;
  readonly depth: number;
  /** The values at this location in other responses; undefined if they have none. */
  readonly others: readonly unknown[];
}

/** Changes of the same kind at locations with the same pattern. */
interface Group {
  readonly pattern: string;
  /** The first of them. */
  readonly changes: Change[];
  /** What the change of many rows has instead. */
  readonly folded: Partial<Change>;
  count: number;
}

class ValueComparison {
  readonly varying = new Set<string>();
  readonly #groups = new Map<string, Group>();
  readonly #budget: StepBudget;

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  listChanges(): Change[] {
    return [...this.#groups.values()].flatMap(({ pattern, changes, folded, count }) =>
      count < MIN_FOLDED ? changes : [{ ...changes[0]!, ...folded, path: pattern, rows: count }],
    );
  }

  compare(before: unknown, after: unknown, location: Location): void {
    this.#budget.left--;
    if (before === after) return;
    const isDeep = location.depth >= MAX_DEPTH;
    if (!isDeep && Array.isArray(before) && Array.isArray(after)) this.#compareLists(before, after, location);
    else if (!isDeep && isObject(before) && isObject(after)) this.#compareMembers(before, after, location);
    else if (isVarying([before, after, ...location.others])) this.varying.add(location.pattern);
    else this.#report(before, after, location);
  }

  #compareMembers(before: object, after: object, location: Location): void {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => this.#identify(getMember(before, name)) !== this.#identify(getMember(after, name)),
    );
    for (const name of names) {
      const others = location.others.map((other) => getMember(other, name));
      const member = enter(location, name, names.length > MANY_MEMBERS ? '*' : name, others);
      this.compare(getMember(before, name), getMember(after, name), member);
    }
  }

  #compareLists(before: readonly unknown[], after: readonly unknown[], location: Location): void {
    const key = findKey(before, after, this.#budget);
    if (key !== undefined) {
      this.#compareRows(before, after, key, location);
      return;
    }
    const isPair = before.length === 1 && after.length === 1;
    const [first, second] = [before, after].map((rows) => (isPair ? rows : rows.map((row) => this.#identify(row))));
    if (this.#reportOrder(first!, second!, location)) return;
    for (const hunk of findHunks(first!, second!, this.#budget)) {
      const [removed, added] = [hunk.before[1] - hunk.before[0], hunk.after[1] - hunk.after[0]];
      for (let offset = 0; offset < Math.max(removed, added); offset++) {
        const [from, to] = [hunk.before[0] + offset, hunk.after[0] + offset];
        const others = location.others.map((other) => (from === to && Array.isArray(other) ? other[to] : undefined));
        const row = enter(location, String(offset < added ? to : from), '*', others);
        this.compare(offset < removed ? before[from] : undefined, offset < added ? after[to] : undefined, row);
      }
    }
  }

  #compareRows(before: readonly unknown[], after: readonly unknown[], key: string, location: Location): void {
    const [first, second, ...others] = [before, after, ...location.others].map(
      (rows) => new Map(Array.isArray(rows) ? rows.map((row) => [getMember(row, key), row]) : []),
    );
    const compareRow = (id: unknown, row: unknown, other: unknown): void => {
      const otherRows = others.map((rows) => rows.get(id));
      this.compare(row, other, enter(location, `${key}=${String(id)}`, '*', otherRows));
    };
    const changedKeys = new Set<unknown>();
    const keys = [...second!.keys()];
    for (const [index, [id, row]] of [...first!].entries()) {
      const [otherId, sameRow] = [keys[index], second!.get(id)];
      const hasNewKey =
        sameRow === undefined && !first!.has(otherId) && isSimilar(row, second!.get(otherId), this.#budget);
      if (hasNewKey) changedKeys.add(otherId);
      compareRow(id, row, hasNewKey ? second!.get(otherId) : sameRow);
    }
    for (const [id, row] of second!) if (!first!.has(id) && !changedKeys.has(id)) compareRow(id, undefined, row);
    const common = [...first!.keys()].filter((id) => second!.has(id));
    const reordered = keys.filter((id) => first!.has(id));
    this.#reportOrder(common, reordered, location);
  }

  /** Reports that two lists have the same rows in another order. Returns false if they have not. */
  #reportOrder(before: readonly unknown[], after: readonly unknown[], location: Location): boolean {
    if (before.length !== after.length || before.every((id, index) => id === after[index])) return false;
    const isReversed = before.every((id, index) => id === after.at(-1 - index));
    if (!isReversed && countLeastEdits(before, after) > 0) return false;
    const order = isReversed ? 'in reverse order' : 'in another order';
    this.#add(location, order, () => ({ kind: 'changed', path: shorten(location.path), after: order }));
    return true;
  }

  #report(before: unknown, after: unknown, location: Location): void {
    const types = [describeType(before), describeType(after)] as const;
    const hasOtherType = types[0] !== types[1] && before !== undefined && after !== undefined;
    this.#add(
      location,
      types.join(' → '),
      () => describeChange(location.path, previewValue(before), previewValue(after)),
      hasOtherType ? { before: types[0], after: types[1] } : {},
    );
  }

  /** Adds a change, which is described only if it is one of the first of its kind. */
  #add({ pattern }: Location, kind: string, describe: () => Change, folded: Partial<Change> = {}): void {
    const key = `${kind} ${pattern}`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { pattern, changes: [], folded, count: 0 };
      this.#groups.set(key, group);
    }
    if (++group.count < MIN_FOLDED) group.changes.push(describe());
  }

  #identify(value: unknown): unknown {
    return identifyValue(value, this.#budget);
  }
}

function enter({ path, pattern, depth }: Location, name: string, patternName: string, others: readonly unknown[]) {
  // The texts of long names are limited, because each change has a path.
  return {
    path: `${path}/${escapePointer(shorten(name))}`,
    pattern: `${pattern}/${escapePointer(shorten(patternName))}`,
    depth: depth + 1,
    others,
  };
}

// RFC 6901.
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns whether texts or numbers of one type differ in every response. */
function isVarying(values: readonly unknown[]): boolean {
  if (values.length < MIN_OTHERS + 2) return false;
  const type = typeof values[0];
  const isComparable = (type === 'string' || type === 'number') && values.every((value) => typeof value === type);
  return isComparable && new Set(values).size === values.length;
}

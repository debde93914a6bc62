import { createStepBudget, findHunks } from './edit-script.ts';
import type { StepBudget } from './edit-script.ts';
import { ValueIds, isContainer } from './value-ids.ts';
import { describeType, excerptValues, previewValue } from './value-previews.ts';

/** A difference between two values, or the same difference in several rows of a list. */
export interface ValueChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** A JSON pointer with `*` for any row or `id=7` for the row with this key; empty for the value itself. */
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The number of rows, if there are several. */
  readonly rows?: number | undefined;
}

/**
 * Returns the differences between two JSON values. Rows of a list are matched by a member that identifies them, else by
 * their order. The work is bounded for any two values, as values of clients must be.
 */
export function findValueChanges(before: unknown, after: unknown, budget = createStepBudget()): ValueChange[] {
  return new ValueComparison(budget).run(before, after);
}

const MAX_DEPTH = 64;
const MIN_FOLDED = 3;
// An object with so many members that differ is used like a list.
const MANY_MEMBERS = 20;
const KEYS = ['@id', 'id', 'uuid', '_id', 'key'];

interface Location {
  /** Undefined for the value itself. */
  readonly parent: Location | undefined;
  readonly name: string;
  readonly pattern: Pattern;
  readonly depth: number;
}

/** The locations that differ in their rows only, and their changes. */
interface Pattern {
  readonly path: string;
  readonly members: Map<string, Pattern>;
  readonly groups: Map<string, Group>;
}

/** Changes of the same kind at locations of one pattern. */
interface Group {
  /** The first of them. */
  readonly changes: ValueChange[];
  readonly folded: ValueChange;
  count: number;
}

type Kind = ValueChange['kind'];
type Members = Readonly<Record<string, unknown>>;

class ValueComparison {
  readonly #ids = new ValueIds();
  readonly #budget: StepBudget;
  readonly #groups: Group[] = [];

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  run(before: unknown, after: unknown): ValueChange[] {
    const pattern = { path: '', members: new Map(), groups: new Map() };
    this.#compare(before, after, { parent: undefined, name: '', pattern, depth: 0 });
    return this.#groups.flatMap(({ changes, folded, count }) =>
      count < MIN_FOLDED ? changes : [{ ...folded, rows: count }],
    );
  }

  #compare(before: unknown, after: unknown, location: Location): void {
    if (this.#isEqual(before, after)) return;
    const areContainers = isContainer(before) && isContainer(after) && location.depth < MAX_DEPTH;
    if (areContainers && Array.isArray(before) && Array.isArray(after)) this.#compareLists(before, after, location);
    else if (areContainers && !Array.isArray(before) && !Array.isArray(after))
      this.#compareMembers(before as Members, after as Members, location);
    else this.#report('changed', location, before, after);
  }

  #compareMembers(before: Members, after: Members, location: Location): void {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) =>
        !Object.hasOwn(before, name) || !Object.hasOwn(after, name) || !this.#isEqual(before[name], after[name]),
    );
    for (const name of names) {
      const member = enter(location, name, names.length > MANY_MEMBERS ? '*' : undefined);
      if (!Object.hasOwn(after, name)) this.#report('removed', member, before[name], undefined);
      else if (!Object.hasOwn(before, name)) this.#report('added', member, undefined, after[name]);
      else this.#compare(before[name], after[name], member);
    }
  }

  #compareLists(before: readonly unknown[], after: readonly unknown[], location: Location): void {
    const key = findKey(before, after);
    if (key !== undefined) {
      this.#compareRows(before as readonly Members[], after as readonly Members[], key, location);
      return;
    }
    const first = before.map((row) => this.#ids.getId(row));
    const second = after.map((row) => this.#ids.getId(row));
    if (this.#reportOrder(first, second, location)) return;
    for (const hunk of findHunks(first, second, this.#budget)) {
      const [removed, added] = [hunk.before[1] - hunk.before[0], hunk.after[1] - hunk.after[0]];
      for (let offset = 0; offset < Math.max(removed, added); offset++) {
        const [from, to] = [hunk.before[0] + offset, hunk.after[0] + offset];
        const row = enter(location, String(offset < added ? to : from), '*');
        if (offset >= added) this.#report('removed', row, before[from], undefined);
        else if (offset >= removed) this.#report('added', row, undefined, after[to]);
        else this.#compare(before[from], after[to], row);
      }
    }
  }

  #compareRows(before: readonly Members[], after: readonly Members[], key: string, location: Location): void {
    const rows = new Map(after.map((row) => [row[key], row]));
    const known = new Set(before.map((row) => row[key]));
    const enterRow = (row: Members): Location => enter(location, `${key}=${String(row[key])}`, '*');
    const paired = new Set<Members>();
    before.forEach((row, index) => {
      const same = rows.get(row[key]);
      const other = after[index];
      if (same !== undefined) this.#compare(row, same, enterRow(row));
      else if (other !== undefined && !known.has(other[key]) && this.#isSimilar(row, other)) {
        // Its key changed.
        paired.add(other);
        this.#compare(row, other, enterRow(row));
      } else this.#report('removed', enterRow(row), row, undefined);
    });
    for (const row of after)
      if (!known.has(row[key]) && !paired.has(row)) this.#report('added', enterRow(row), undefined, row);
    const common = (list: readonly Members[]): number[] =>
      list.filter((row) => known.has(row[key]) && rows.has(row[key])).map((row) => this.#ids.getId(row[key]));
    this.#reportOrder(common(before), common(after), location);
  }

  /** Reports that two lists have the same rows in another order. Returns false if they have not. */
  #reportOrder(before: readonly number[], after: readonly number[], location: Location): boolean {
    if (before.length !== after.length || before.every((id, index) => id === after[index])) return false;
    const isReversed = before.every((id, index) => id === after.at(-1 - index));
    if (!isReversed && !haveSameRows(before, after)) return false;
    const order = isReversed ? 'in reverse order' : 'in another order';
    this.#add(location, order, () => ({ kind: 'changed', path: getPath(location), after: order }));
    return true;
  }

  #isEqual(before: unknown, after: unknown): boolean {
    return before === after || this.#ids.getId(before) === this.#ids.getId(after);
  }

  // Rows with at least half of their members in common.
  #isSimilar(before: Members, after: Members): boolean {
    const names = Object.keys(before);
    const equal = names.filter((name) => Object.hasOwn(after, name) && this.#isEqual(before[name], after[name]));
    return equal.length > 0 && equal.length * 2 >= Math.max(names.length, Object.keys(after).length);
  }

  #report(kind: Kind, location: Location, before: unknown, after: unknown): void {
    const types = [describeType(before), describeType(after)] as const;
    const hasOtherType = kind === 'changed' && types[0] !== types[1];
    this.#add(
      location,
      `${kind} ${types[0]} ${types[1]}`,
      () => ({ kind, path: getPath(location), ...describeValues(kind, before, after) }),
      hasOtherType ? { before: types[0], after: types[1] } : {},
    );
  }

  /** @param folded what the change says if it is that of many rows */
  #add({ pattern }: Location, key: string, describe: () => ValueChange, folded: Partial<ValueChange> = {}): void {
    const known = pattern.groups.get(key);
    const change = known === undefined || known.count < MIN_FOLDED ? describe() : undefined;
    if (known === undefined) {
      const group = { changes: [change!], folded: { ...change!, ...folded, path: pattern.path }, count: 1 };
      pattern.groups.set(key, group);
      this.#groups.push(group);
      return;
    }
    known.count++;
    if (change !== undefined) known.changes.push(change);
  }
}

function enter(parent: Location, name: string, patternName = name): Location {
  const { members, path } = parent.pattern;
  let pattern = members.get(patternName);
  if (pattern === undefined) {
    pattern = { path: `${path}/${escapePointer(patternName)}`, members: new Map(), groups: new Map() };
    members.set(patternName, pattern);
  }
  return { parent, name, pattern, depth: parent.depth + 1 };
}

function getPath({ parent, name }: Location): string {
  return parent === undefined ? '' : `${getPath(parent)}/${escapePointer(name)}`;
}

function describeValues(kind: Kind, before: unknown, after: unknown): Pick<ValueChange, 'before' | 'after'> {
  if (kind === 'changed') return excerptValues(before, after);
  return kind === 'removed' ? { before: previewValue(before) } : { after: previewValue(after) };
}

// RFC 6901.
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the member that identifies each row of both lists. */
function findKey(before: readonly unknown[], after: readonly unknown[]): string | undefined {
  if (before.length === 0 || after.length === 0) return undefined;
  return KEYS.find((key) => [before, after].every((rows) => isUnique(rows, key)));
}

function isUnique(rows: readonly unknown[], key: string): boolean {
  const values = new Set<unknown>();
  for (const row of rows) {
    if (!isContainer(row) || Array.isArray(row) || !Object.hasOwn(row, key)) return false;
    const value = (row as Members)[key];
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    values.add(value);
  }
  return values.size === rows.length;
}

function haveSameRows(before: readonly number[], after: readonly number[]): boolean {
  const counts = new Map<number, number>();
  for (const id of before) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const id of after) counts.set(id, (counts.get(id) ?? 0) - 1);
  return counts.values().every((count) => count === 0);
}

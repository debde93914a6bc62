import { findKey, getMember, getMembers, haveSameRows, isSimilar } from './match-rows.ts';
import { createStepBudget, findHunks } from './edit-script.ts';
import type { StepBudget } from './edit-script.ts';
import { ValueNumbering } from './value-numbering.ts';
import type { NumberedValue } from './value-numbering.ts';
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
export function compareValues(
  before: unknown,
  after: unknown,
  { budget = createStepBudget(), others = [] }: ValueOptions = {},
): ValueDifferences {
  return new ValueComparison(budget).run(before, after, others);
}

interface ValueOptions {
  readonly budget?: StepBudget;
  /** The values of other responses to the same request. Texts and numbers that differ in all of them are not compared. */
  readonly others?: readonly unknown[];
}

/** The differences between two values, and the paths that were not compared. */
export interface ValueDifferences {
  readonly changes: readonly ValueChange[];
  readonly varying: readonly string[];
}

const MAX_DEPTH = 64;
const MIN_FOLDED = 3;
// Two values may differ by themselves. Others have to confirm it.
const MIN_OTHERS = 2;
// An object with so many members that differ is used like a list.
const MANY_MEMBERS = 20;

interface Location {
  /** Undefined for the value itself. */
  readonly parent: Location | undefined;
  readonly name: string;
  readonly pattern: Pattern;
  readonly depth: number;
  /** The values at this location in other responses, if they have any. */
  readonly others: readonly (NumberedValue | undefined)[];
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

class ValueComparison {
  readonly #budget: StepBudget;
  readonly #groups: Group[] = [];
  readonly #varying = new Set<string>();

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  run(before: unknown, after: unknown, others: readonly unknown[]): ValueDifferences {
    const numbering = new ValueNumbering(this.#budget);
    const pattern = { path: '', members: new Map(), groups: new Map() };
    const location = {
      parent: undefined,
      name: '',
      pattern,
      depth: 0,
      others: others.map((other) => numbering.read(other)),
    };
    this.#compare(numbering.read(before), numbering.read(after), location);
    const changes = this.#groups.flatMap((group) =>
      group.count < MIN_FOLDED ? group.changes : [{ ...group.folded, rows: group.count }],
    );
    return { changes, varying: [...this.#varying] };
  }

  #compare(before: NumberedValue, after: NumberedValue, location: Location): void {
    this.#budget.left--;
    if (before.id === after.id) return;
    const areContainers = before.parts !== undefined && after.parts !== undefined && location.depth < MAX_DEPTH;
    if (areContainers && before.names === undefined && after.names === undefined)
      this.#compareLists(before.parts, after.parts, location);
    else if (areContainers && before.names !== undefined && after.names !== undefined)
      this.#compareMembers(before, after, location);
    else if (isVarying([before, after, ...location.others])) this.#varying.add(location.pattern.path);
    else this.#report('changed', location, before, after);
  }

  #compareMembers(before: NumberedValue, after: NumberedValue, location: Location): void {
    const [first, second] = [before, after].map(getMembers);
    const others = location.others.map((other) => (other?.names === undefined ? undefined : getMembers(other)));
    const names = [...new Set([...before.names!, ...after.names!])].filter(
      (name) => first!.get(name)?.id !== second!.get(name)?.id,
    );
    for (const name of names) {
      const pattern = names.length > MANY_MEMBERS ? '*' : name;
      const member = enter(
        location,
        name,
        pattern,
        others.map((members) => members?.get(name)),
      );
      const [one, other] = [first!.get(name), second!.get(name)];
      if (one === undefined || other === undefined)
        this.#report(other === undefined ? 'removed' : 'added', member, one, other);
      else this.#compare(one, other, member);
    }
  }

  #compareLists(before: readonly NumberedValue[], after: readonly NumberedValue[], location: Location): void {
    const key = findKey(before, after);
    if (key !== undefined) {
      this.#compareRows(before, after, key, location);
      return;
    }
    const [first, second] = [before.map(({ id }) => id), after.map(({ id }) => id)];
    if (this.#reportOrder(first, second, location)) return;
    for (const hunk of findHunks(first, second, this.#budget)) {
      const [removed, added] = [hunk.before[1] - hunk.before[0], hunk.after[1] - hunk.after[0]];
      for (let offset = 0; offset < Math.max(removed, added); offset++) {
        const [from, to] = [hunk.before[0] + offset, hunk.after[0] + offset];
        const row = enter(
          location,
          String(offset < added ? to : from),
          '*',
          location.others.map((other) => (from === to && other?.names === undefined ? other?.parts?.[to] : undefined)),
        );
        if (offset >= added) this.#report('removed', row, before[from], undefined);
        else if (offset >= removed) this.#report('added', row, undefined, after[to]);
        else this.#compare(before[from]!, after[to]!, row);
      }
    }
  }

  #compareRows(
    before: readonly NumberedValue[],
    after: readonly NumberedValue[],
    key: string,
    location: Location,
  ): void {
    const [keys, otherKeys] = [before, after].map((rows) => rows.map((row) => getMember(row, key)!));
    const rows = new Map(after.map((row, index) => [otherKeys![index]!.id, row]));
    const known = new Set(keys!.map(({ id }) => id));
    const others = location.others.map(
      (other) => new Map(other?.names === undefined ? other?.parts?.map((row) => [getMember(row, key)?.id, row]) : []),
    );
    const enterRow = ({ id, value }: NumberedValue): Location =>
      enter(
        location,
        `${key}=${String(value)}`,
        '*',
        others.map((otherRows) => otherRows.get(id)),
      );
    const paired = new Set<NumberedValue>();
    before.forEach((row, index) => {
      const same = rows.get(keys![index]!.id);
      const other = after[index];
      const rowLocation = enterRow(keys![index]!);
      if (same !== undefined) this.#compare(row, same, rowLocation);
      else if (other !== undefined && !known.has(otherKeys![index]!.id) && isSimilar(row, other)) {
        // Its key changed.
        paired.add(other);
        this.#compare(row, other, rowLocation);
      } else this.#report('removed', rowLocation, row, undefined);
    });
    after.forEach((row, index) => {
      if (!known.has(otherKeys![index]!.id) && !paired.has(row))
        this.#report('added', enterRow(otherKeys![index]!), undefined, row);
    });
    const common = (list: readonly NumberedValue[]): number[] =>
      list.map(({ id }) => id).filter((id) => known.has(id) && rows.has(id));
    this.#reportOrder(common(keys!), common(otherKeys!), location);
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

  #report(
    kind: Kind,
    location: Location,
    { value: before }: Pick<NumberedValue, 'value'> = ABSENT,
    { value: after }: Pick<NumberedValue, 'value'> = ABSENT,
  ): void {
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

function enter(parent: Location, name: string, patternName: string, others: Location['others']): Location {
  const { members, path } = parent.pattern;
  let pattern = members.get(patternName);
  if (pattern === undefined) {
    pattern = { path: `${path}/${escapePointer(patternName)}`, members: new Map(), groups: new Map() };
    members.set(patternName, pattern);
  }
  return { parent, name, pattern, depth: parent.depth + 1, others };
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

const ABSENT = { value: undefined };

/** Returns whether texts or numbers of one type differ in every response. */
function isVarying(values: readonly (NumberedValue | undefined)[]): boolean {
  if (values.length < MIN_OTHERS + 2) return false;
  const [type, ...types] = values.map((value) => typeof value?.value);
  const isComparable = (type === 'string' || type === 'number') && types.every((other) => other === type);
  return isComparable && new Set(values.map((value) => value?.id)).size === values.length;
}

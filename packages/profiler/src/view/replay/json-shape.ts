import { MASK } from 'oriel-core/redaction';
import type { Change } from '../compare/difference.ts';
import { describeType, isContainer } from '../compare/values.ts';

/**
 * Compares the shapes of two JSON values, not their data: names of members and types of values. Paths are JSON pointers with `*` for all
 * rows of a list. `null`, empty lists, members that only some rows have, and masked values have no known type. At most 100 changes are
 * returned, and of values with more than 50,000 parts only changes of types.
 */
export function findShapeChanges(before: unknown, after: unknown): Change[] {
  const budgets = [{ values: MAX_VALUES }, { values: MAX_VALUES }] as const;
  const changes: Change[] = [];
  compareShapes(readShape([before], budgets[0]), readShape([after], budgets[1]), '', changes);
  const isComplete = budgets.every(({ values }) => values >= 0);
  return changes.filter(({ kind }) => isComplete || kind === 'changed');
}

const MAX_CHANGES = 100;
const MAX_DEPTH = 40;
const MAX_VALUES = 50_000;

/** What all values at one path have in common. */
interface Shape {
  readonly types: ReadonlySet<string>;
  readonly members: ReadonlyMap<string, Shape>;
  /** The names of members that each object has. */
  readonly required: ReadonlySet<string>;
  readonly rows: Shape | undefined;
}

function readShape(values: readonly unknown[], budget: { values: number }, depth = 0): Shape {
  const types = new Set<string>();
  const byName = new Map<string, unknown[]>();
  const rows: unknown[] = [];
  let objects = 0;
  for (const value of values) {
    if (budget.values-- < 0) break;
    const type = readType(value);
    if (type !== 'null') types.add(type);
    if (!isContainer(value) || depth >= MAX_DEPTH) continue;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && index <= MAX_VALUES; index++) rows.push(value[index]);
      continue;
    }
    objects++;
    for (const name in value) {
      if (byName.size > MAX_VALUES) break;
      const list = byName.get(name);
      const member = (value as Readonly<Record<string, unknown>>)[name];
      if (list === undefined) byName.set(name, [member]);
      else list.push(member);
    }
  }
  return {
    types,
    members: new Map(byName.entries().map(([name, list]) => [name, readShape(list, budget, depth + 1)])),
    required: new Set(byName.keys().filter((name) => byName.get(name)!.length === objects)),
    rows: rows.length === 0 ? undefined : readShape(rows, budget, depth + 1),
  };
}

function readType(value: unknown): string {
  return typeof value === 'string' && value.includes(MASK) ? MASK : describeType(value);
}

function compareShapes(before: Shape, after: Shape, path: string, changes: Change[]): void {
  if (changes.length >= MAX_CHANGES) return;
  const [one, other] = [before, after].map(({ types }) => [...types].sort().join(' or ')) as [string, string];
  const isUnknown = one === '' || other === '' || before.types.has(MASK) || after.types.has(MASK);
  if (!isUnknown && one !== other) changes.push({ kind: 'changed', path, before: one, after: other });
  if (before.types.has('object') && after.types.has('object'))
    for (const name of new Set([...before.members.keys(), ...after.members.keys()])) {
      const [member, otherMember] = [before.members.get(name), after.members.get(name)];
      const location = `${path}/${name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (member !== undefined && otherMember !== undefined) compareShapes(member, otherMember, location, changes);
      else if (before.required.has(name)) changes.push({ kind: 'removed', path: location });
      else if (after.required.has(name)) changes.push({ kind: 'added', path: location });
    }
  if (before.rows !== undefined && after.rows !== undefined)
    compareShapes(before.rows, after.rows, `${path}/*`, changes);
}

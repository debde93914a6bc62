import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { ResourceRegistry } from '../../packages/host/src/features/resources/build/resource-registry.ts';
import { memoryStore } from '../../packages/host/src/features/resources/source/memory-store.ts';
import { field as exact } from '../../packages/host/src/features/resources/declare/exact-fields.ts';
import { resource } from '../../packages/host/src/features/resources/declare/resource.ts';
import type {
  CursorValue,
  ListRequest,
  Page,
} from '../../packages/host/src/features/resources/declare/list-request.ts';
import type {
  FilterScalar,
  FilterTree,
} from '../../packages/host/src/features/resources/declare/filters/filter-tree.ts';
import type { StoreContext } from '../../packages/host/src/features/resources/declare/resource-store.ts';
import { createContext } from '../../packages/host/src/testing/index.ts';
import { z } from 'zod';
import type { ContractLibrary } from './store-tables.ts';

/**
 * Sends the same random requests to a database and to `memoryStore` and compares the results. The rows are replaced
 * every few hundred requests.
 *
 * @param requests the number of requests, which `ORIEL_TREES=100000` overrides
 */
export async function compareStores(library: ContractLibrary, requests: number): Promise<void> {
  const count = Number(process.env['ORIEL_TREES'] ?? requests);
  await createTables(library);
  const seed = Number(process.env['ORIEL_SEED'] ?? 20_261_121);
  const per = Math.min(500, count);
  for (let round = 0; round * per < count; round++) {
    const [content] = fc.sample(CONTENT, { seed: seed + round, numRuns: 1 });
    const { inMemory, inDatabase } = await fill(library, content!);
    const property = fc.asyncProperty(REQUEST, async (request) => {
      deepEqual(summary(await inDatabase.list(request, NO_USER)), summary(await inMemory.list(request, NO_USER)));
    });
    await fc.assert(property, { seed: seed + round, numRuns: Math.min(per, count - round * per) });
  }
}

const Owner = z.object({ id: z.int(), name: z.string().nullable(), rank: z.number().nullable() });
const Thing = z.object({
  id: z.int(),
  text: z.string(),
  maybe: z.string().nullable(),
  folded: z.string().nullable(),
  whole: z.int().nullable(),
  part: z.number().nullable(),
  truth: z.boolean().nullable(),
  time: z.iso.datetime().nullable(),
  day: z.iso.date().nullable(),
  list: z.array(z.string()).nullable(),
  owner: z.int().nullable(),
});
const ExactThing = Thing.extend({ money: exact.decimal(z).nullable(), big: exact.int64(z).nullable() });

const NO_USER: StoreContext = { context: createContext(), signal: new AbortController().signal, scope: {} };

// Letters with unusual case, width, order or meaning.
const LETTERS = [
  ...'aAbBzZ01 -%_*?\\\'"éÉßẞſKÅİıΣσςǄǅǆᾳᾼΩωⴀႠ\n\t',
  ...['e\u0301', '\u{1f600}', '\u{10400}', '\u{10428}', '\ufb00', '\uffff', '\u{10ffff}', '\ud7ff', '\ue000', '\u0345'],
];
const text = fc.array(fc.constantFrom(...LETTERS), { maxLength: 5 }).map((letters) => letters.join(''));
const integer = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.maxSafeInteger());
const part = fc.oneof(
  fc.constantFrom(0, -0, 0.1, 0.1 + 0.2, 0.3, 1.5, -1.5, 2, 5e-324, 1e300, -1e300, 2 ** 53, 1 / 3),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const big = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map(String),
  fc.constantFrom('9007199254740992', '9007199254740993', '-9007199254740993'),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
);
const money = fc.oneof(
  big,
  fc.constantFrom('1.5', '1.50', '-1.5', '0.1', '0.10000000000000000001', '-0.00', '9007199254740992.5', '120', '12'),
  fc.tuple(big, fc.nat({ max: 9999 })).map(([integerPart, fraction]) => `${integerPart}.${fraction}`),
);
const YEARS = { min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true };
const moment = fc.oneof(
  fc.constantFrom(
    '2020-01-01T00:00:00.000Z',
    '2020-01-01T00:00:00.001Z',
    '2020-01-01T12:00:00.000Z',
    '2019-12-31T23:59:59.999Z',
  ),
  fc.date(YEARS).map((date) => date.toISOString()),
);
const day = fc.oneof(
  fc.constantFrom('2020-01-01', '2020-01-02'),
  fc.date(YEARS).map((date) => date.toISOString().slice(0, 10)),
);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });

const CONTENT = fc.record({
  owners: fc.array(fc.record({ name: orNull(text), rank: orNull(part) }), { minLength: 1, maxLength: 5 }),
  things: fc.array(
    fc.record({
      text,
      maybe: orNull(text),
      folded: orNull(text),
      whole: orNull(integer),
      part: orNull(part),
      truth: orNull(fc.boolean()),
      time: orNull(moment),
      day: orNull(day),
      list: orNull(fc.array(text, { maxLength: 2 })),
      owner: orNull(fc.nat()),
      money: orNull(money),
      big: orNull(big),
    }),
    { minLength: 1, maxLength: 40 },
  ),
});

const FIELDS: Readonly<Record<string, fc.Arbitrary<FilterScalar>>> = {
  id: fc.integer({ min: 0, max: 41 }),
  text,
  maybe: text,
  folded: text,
  whole: fc.oneof(integer, part),
  part: fc.oneof(part, integer),
  truth: fc.boolean(),
  time: fc.oneof(
    moment,
    day,
    fc.constantFrom('2020-01-01T01:00:00+01:00', '+012345-01-01T00:00:00Z', '-000005-01-01T00:00:00Z'),
  ),
  day: fc.oneof(day, moment),
  list: text,
  owner: fc.integer({ min: 0, max: 6 }),
  money: fc.oneof(money, integer),
  big: fc.oneof(big, money, fc.constantFrom('9223372036854775808', '-9223372036854775809', '1e30', '-1e30')),
  'owner.id': fc.integer({ min: 0, max: 6 }),
  'owner.name': text,
  'owner.rank': part,
};
const otherType: fc.Arbitrary<FilterScalar> = fc.oneof(
  fc.constantFrom(
    NaN,
    Infinity,
    -Infinity,
    '\0',
    'a\0',
    '\ud800',
    '2020-13-01',
    "' or 1=1 --",
    '',
    'true',
    '1',
    2 ** 63,
    -(2 ** 63),
  ),
  fc.boolean(),
  text,
  part,
);

const leaf: fc.Arbitrary<FilterTree> = fc.constantFrom(...Object.keys(FIELDS)).chain((field) => {
  const value = fc.oneof({ weight: 9, arbitrary: FIELDS[field]! }, { weight: 1, arbitrary: otherType });
  return fc.oneof<fc.Arbitrary<FilterTree>[]>(
    fc.record({
      op: fc.constantFrom('eq' as const, 'gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
      field: fc.constant(field),
      value,
    }),
    fc.record({
      op: fc.constant('in' as const),
      field: fc.constant(field),
      values: fc.array(value, { maxLength: 12 }),
    }),
    fc.record({
      op: fc.constantFrom('contains' as const, 'starts' as const, 'ends' as const, 'word' as const),
      field: fc.constant(field),
      value: text,
    }),
    fc.record({ op: fc.constant('exists' as const), field: fc.constant(field), value: fc.boolean() }),
  );
});

const { tree } = fc.letrec<{ tree: FilterTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.record({ op: fc.constantFrom('and' as const, 'or' as const), of: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ op: fc.constant('not' as const), of: tie('tree') }),
  ),
}));

const SORTED = ['text', 'maybe', 'folded', 'whole', 'part', 'truth', 'time', 'day', 'owner', 'money', 'big'] as const;
const direction = fc.constantFrom('asc' as const, 'desc' as const);
const cursorValue: fc.Arbitrary<CursorValue> = fc.oneof(
  fc.constant(null),
  text,
  integer,
  part,
  fc.boolean(),
  moment,
  day,
);

const REQUEST: fc.Arbitrary<ListRequest> = fc
  .record({
    keys: fc.uniqueArray(fc.record({ field: fc.constantFrom<string>(...SORTED), direction }), {
      maxLength: 3,
      selector: ({ field }) => field,
    }),
    last: direction,
    where: fc.option(tree, { nil: undefined, freq: 20 }),
    count: fc.boolean(),
    by: fc.constantFrom('all' as const, 'offset' as const, 'cursor' as const),
    offset: fc.integer({ min: 0, max: 45 }),
    limit: fc.integer({ min: 1, max: 12 }),
    way: fc.constantFrom('after' as const, 'before' as const),
    first: fc.boolean(),
    id: fc.integer({ min: 0, max: 41 }),
  })
  .chain(({ keys, last, where, count, by, offset, limit, way, first, id }) => {
    const order = [...keys, { field: 'id', direction: last }];
    const values: fc.Arbitrary<CursorValue>[] = keys.map(({ field }) =>
      fc.oneof<fc.MaybeWeightedArbitrary<CursorValue>[]>(
        // Cursors have values of rows, which are integers.
        { weight: 3, arbitrary: fc.option(field === 'big' ? big : FIELDS[field]!) },
        { weight: 1, arbitrary: cursorValue },
      ),
    );
    return fc.tuple(...values).map((from): ListRequest => {
      const cursor = first ? undefined : [...from, id];
      const window =
        by === 'all' ? { by } : by === 'offset' ? { by, offset, limit } : { by, from: cursor, direction: way, limit };
      return { where, order, window, count, fields: undefined };
    });
  });

async function createTables({ run, types }: ContractLibrary): Promise<void> {
  await run(`create table owners (id ${types.id}, name text, rank ${types.double})`);
  await run(
    `create table things (id ${types.id}, text text not null, maybe text, folded text, folded_small text, whole ${types.integer}, part ${types.double},
       truth ${types.boolean}, time ${types.time}, day ${types.day}, list ${types.json}, money ${types.decimal}, big ${types.int64}, owner ${types.integer} references owners)`,
  );
}

async function fill(
  { run, store }: ContractLibrary,
  { owners, things }: typeof CONTENT extends fc.Arbitrary<infer T> ? T : never,
) {
  await run('delete from things');
  await run('delete from owners');
  const stores = {
    owners: store('owners'),
    things: store('things', { columns: { folded: { folded: 'folded_small' } } }),
  };
  const ownerRows = owners.map((owner, index) => ({ id: index + 1, ...owner }));
  const thingRows = things.map(({ owner, ...thing }, index) => ({
    id: index + 1,
    ...thing,
    owner: owner === null ? null : (owner % owners.length) + 1,
  }));
  const inMemory = memoryStore(thingRows);
  bind(memoryStore(ownerRows), inMemory);
  bind(stores.owners, stores.things);
  await stores.things.transaction(async () => {
    for (const owner of ownerRows) await stores.owners.create(owner, NO_USER);
    for (const thing of thingRows) await stores.things.create(thing, NO_USER);
  });
  return { inMemory, inDatabase: stores.things };
}

function bind(owners: ReturnType<typeof memoryStore>, things: ReturnType<typeof memoryStore>): void {
  const { issues } = new ResourceRegistry([
    resource('owners', Owner, { id: 'id', store: owners }),
    resource('things', ExactThing, { id: 'id', links: { owner: 'owners' }, store: things }),
  ]);
  deepEqual(issues, []);
}

function summary({ items, total, hasNext, hasPrevious }: Page<{ id: number }>): object {
  return { ids: items.map(({ id }) => id), total, hasNext, hasPrevious };
}

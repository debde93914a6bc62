/** A link may lead only to items that its author can read, or that belong to their tenant. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { resource } from '../declare/resource.ts';
import { where } from '../declare/filters/where.ts';
import type { Item } from '../model/reach.ts';
import { memoryStore } from '../source/memory-store.ts';
import { findReadableItems, findTenantItems, identifierKey } from './readable-items.ts';

const City = z.object({ id: z.int(), mayor: z.string(), tenant: z.string() });
const Team = z.object({ id: z.int(), boss: z.string(), city: z.int(), tenant: z.string() });
const Seat = z.object({ row: z.int(), place: z.int(), tenant: z.string() });
const CITIES = [
  { id: 1, mayor: 'ada', tenant: 'a' },
  { id: 2, mayor: 'bob', tenant: 'a' },
];
const TEAMS = [
  { id: 1, boss: 'ada', city: 1, tenant: 'a' },
  { id: 2, boss: 'bob', city: 1, tenant: 'a' },
  { id: 3, boss: 'ada', city: 2, tenant: 'b' },
];
const SEATS = [{ row: 1, place: 2, tenant: 'a' }];
type Input = { user: { id: string }; item: Item };

interface Options {
  readonly teams?: object;
  readonly cities?: object;
  readonly tenant?: () => unknown;
  readonly rows?: readonly Item[];
}

/** Counts the calls of a store. */
function countedStore(rows: readonly Item[]) {
  const store = memoryStore(rows as Record<string, unknown>[]);
  const calls: unknown[] = [];
  return Object.assign(Object.create(store) as typeof store, {
    calls,
    bind: (shape: never) => store.bind(shape),
    get: (id: never, context: never) => (calls.push(['get', id]), store.get(id, context)),
    list: (request: { where: unknown; order: unknown; count: unknown }, context: { scope: unknown }) => {
      calls.push(['list', request.where, request.order, request.count, context.scope]);
      return store.list(request as never, context as never);
    },
  });
}

function runs({ teams = {}, cities = {}, tenant, rows = TEAMS }: Options) {
  const store = countedStore(rows);
  const { run, model } = createRuns(
    [
      resource('cities', City, { id: 'id', store: memoryStore(CITIES), ...cities } as never),
      resource('teams', Team, { id: 'id', links: { city: { to: 'cities', as: 'id' } }, store, ...teams } as never),
      resource('seats', Seat, { id: ['row', 'place'], store: memoryStore(SEATS) }),
      resource('lists', Team, { id: 'id', provide: { list: () => [] } }),
      resource('ruled', Team, {
        id: 'id',
        provide: { list: () => [] },
        access: { read: () => where({ boss: 'ada' }) },
      } as never),
      resource('each', Team, {
        id: 'id',
        provide: { list: () => [] },
        access: { get: ({ item }: Input) => item['id'] === 1 },
      } as never),
      resource('never', Team, { id: 'id', provide: { list: () => [] }, access: { get: 'role:x' } } as never),
    ],
    tenant === undefined ? {} : { tenant: { value: tenant as never } },
  );
  const getIds = (name: string, ids: readonly unknown[]) =>
    new Map(ids.map((id) => [identifierKey(model(name), id), id]));
  return {
    store,
    readable: async (ids: readonly unknown[], user = 'ada', name = 'teams') => [
      ...(await findReadableItems(model(name), getIds(name, ids), run('lists.list', user))),
    ],
    owned: async (ids: readonly unknown[], name = 'teams') => [
      ...(await findTenantItems(model(name), getIds(name, ids), run('lists.list', 'ada'))),
    ],
  };
}

const owned = ({ user }: Input): object => where({ boss: user.id });
const ofItem = ({ user, item }: Input): boolean => item['boss'] === user.id;
const provide = { get: ({ id }: { id: unknown }) => TEAMS.find((team) => team.id === id) };

describe('the items that a user can read', () => {
  for (const [title, options, expected] of [
    ['of a public resource are those that exist', {}, ['1', '2', '3']],
    ['are those in the rows of the rule', { teams: { access: { read: owned } } }, ['1', '3']],
    ['are those that the rule grants one by one', { teams: { access: { get: ofItem } } }, ['1', '3']],
    ['are missing if the rule denies access', { teams: { access: { get: 'role:x' } } }, []],
    ['are those of the tenant', { tenant: () => 'a' }, ['1', '2']],
    ['are missing without a tenant', { tenant: () => undefined }, []],
    [
      'are those of the tenant in the rows of the rule',
      { tenant: () => 'b', teams: { access: { read: owned } } },
      ['3'],
    ],
    ['that a function provides are those that exist', { teams: { provide } }, ['1', '2', '3']],
    [
      'that a function provides are those in the rows of the rule',
      { teams: { provide, access: { read: owned } } },
      ['1', '3'],
    ],
    [
      'below others are those below items that the user can read',
      {
        teams: { path: '/cities/{city}/teams', parent: { city: 'city' } },
        cities: { access: { read: ({ user }: Input) => where({ mayor: user.id }) } },
      },
      ['1', '2'],
    ],
    [
      'below public items are not restricted',
      { teams: { path: '/cities/{city}/teams', parent: { city: 'city' } } },
      ['1', '2', '3'],
    ],
  ] as const)
    test(title, async () => {
      const { readable } = runs(options);
      assert.deepEqual((await readable([1, 2, 3, 9])).toSorted(), expected);
      for (const id of [1, 2, 3, 9])
        assert.deepEqual(
          await readable([id]),
          (expected as readonly string[]).includes(String(id)) ? [String(id)] : [],
        );
      assert.deepEqual(await readable([]), []);
    });

  test('with several keys are named by all of them', async () => {
    const { readable } = runs({});
    const seat = { row: 1, place: 2 };
    assert.deepEqual(await readable([seat, { row: 2, place: 2 }], 'ada', 'seats'), ['["1","2"]']);
  });

  test('of a resource that provides no single items are all, unless it is restricted', async () => {
    const { readable } = runs({});
    assert.deepEqual(await readable([1, 2], 'ada', 'lists'), ['1', '2']);
    for (const name of ['ruled', 'each', 'never']) assert.deepEqual(await readable([1, 2], 'ada', name), [], name);
    assert.deepEqual(await runs({ tenant: () => 'a' }).readable([1, 2], 'ada', 'lists'), []);
  });

  test('are read with one query of the store, which has the rule and the tenant', async () => {
    const { readable, store } = runs({ tenant: () => 'a', teams: { access: { read: owned } } });
    await readable([1, 2]);
    const filter = { op: 'and', of: [{ op: 'in', field: 'id', values: [1, 2] }, where({ boss: 'ada' })] };
    assert.deepEqual(store.calls, [['list', filter, [{ field: 'id', direction: 'asc' }], false, { tenant: 'a' }]]);
    await readable([1]);
    assert.deepEqual(store.calls.slice(1), [['get', { id: 1 }]]);
  });

  test('are read in batches of 500', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ id: index + 1, boss: 'ada', city: 1, tenant: 'a' }));
    const { readable, store } = runs({ rows });
    assert.equal((await readable(rows.map(({ id }) => id))).length, 1_000);
    assert.deepEqual(
      store.calls.map((call) => (call as [string, { values: number[] }])[1].values.length),
      [500, 500],
    );
  });
});

test('the items of a tenant do not depend on the rules for reading', async () => {
  const { owned: ofTenant } = runs({ tenant: () => 'a', teams: { access: { read: 'never' } } });
  assert.deepEqual(await ofTenant([1, 2, 3, 9]), ['1', '2']);
  assert.deepEqual(await runs({}).owned([1, 9], 'lists'), []);
});

test('an identifier with several keys, or without a value, has a key for maps', () => {
  const getKey = (keys: readonly string[], id: unknown): string => identifierKey({ identifier: { keys } } as never, id);
  assert.equal(getKey(['id'], 7), '7');
  assert.equal(getKey(['row', 'place'], { place: 2, row: 'a' }), '["a","2"]');
  assert.equal(getKey(['row', 'place'], null), '["undefined","undefined"]');
});

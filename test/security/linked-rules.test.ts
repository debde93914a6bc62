/** Filters, links and paths reach only items of other resources that the user can read. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALL_TENANTS, filter, memoryStore, resource, where } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { headerSecurity } from '../story/header-security.ts';

const Team = z.object({ id: z.int(), boss: z.string(), city: z.int().nullable(), tenant: z.string() });
const City = z.object({ id: z.int(), name: z.string(), tenant: z.string() });
const Note = z.object({
  id: z.int(),
  text: z.string(),
  team: z.int().nullable(),
  teams: z.array(z.int()),
  tenant: z.string(),
});

const CITIES = [
  { id: 1, name: 'Lisbon', tenant: 'a' },
  { id: 2, name: 'Porto', tenant: 'b' },
];
const TEAMS = [
  { id: 1, boss: 'ada', city: 1, tenant: 'a' },
  { id: 2, boss: 'bob', city: 2, tenant: 'b' },
  { id: 3, boss: 'cy', city: null, tenant: 'a' },
];
const NOTES = [
  { id: 1, text: 'one', team: 1, teams: [1, 2], tenant: 'a' },
  { id: 2, text: 'two', team: 2, teams: [2], tenant: 'a' },
  { id: 3, text: 'three', team: null, teams: [], tenant: 'a' },
  { id: 4, text: 'four', team: 1, teams: [3], tenant: 'b' },
];

interface Options {
  readonly teams?: object;
  readonly cities?: object;
  readonly notes?: object;
  readonly tenant?: (request: { user: { id: string } | null }) => unknown;
  readonly global?: boolean;
  /** The order of the list, which must not go through restricted links. */
  readonly order?: object;
  readonly filters?: boolean;
}

function createHost({
  teams = {},
  cities = {},
  notes = {},
  tenant,
  global = false,
  order = {},
  filters = true,
}: Options) {
  const open = { access: { read: 'public', write: 'public' } };
  const tenants = tenant === undefined ? {} : { api: { tenant: { value: tenant } } };
  const withoutTenant = tenant === undefined || !global ? {} : { global: true };
  const { send } = createTestHost({
    log: { level: 'none' },
    security: headerSecurity,
    ...(tenants as object),
    resources: [
      resource('cities', City, { id: 'id', store: memoryStore(CITIES), ...open, ...cities } as never),
      resource('teams', Team, {
        id: 'id',
        links: { city: { to: 'cities', as: 'id' } },
        store: memoryStore(TEAMS),
        ...open,
        ...teams,
      } as never),
      resource('notes', Note, {
        id: 'id',
        links: { team: { to: 'teams', as: 'id' }, teams: { to: 'teams', as: 'id' } },
        filters: filters
          ? {
              'team.boss': filter.exact(),
              'team.city.name': filter.exact(),
              'teams.boss': filter.exact(),
              ...order,
            }
          : {},
        store: memoryStore(NOTES),
        ...withoutTenant,
        ...open,
        ...notes,
      } as never),
    ],
  });
  return {
    /** Returns the ids of a list, or the status of an error. */
    async list(query: string, user = 'ada'): Promise<number[] | number> {
      const response = await send(`GET /api/notes?${query}`, { headers: { 'X-User': user } });
      return response.status === 200
        ? ((await response.json()) as { id: number }[]).map(({ id }) => id)
        : response.status;
    },
    async status(line: string, body?: object, user = 'ada'): Promise<number> {
      const type = line.startsWith('PATCH') ? 'application/merge-patch+json' : 'application/json';
      const headers = { 'X-User': user, 'Content-Type': type };
      return (await send(line, body === undefined ? { headers } : { headers, body: JSON.stringify(body) })).status;
    },
  };
}

const owned = ({ user }: { user: { id: string } | null }): object => where({ boss: user?.id ?? '' });
const ofItem = ({ item, user }: { item: { boss: string } | undefined; user: { id: string } | null }): boolean =>
  item?.boss === user?.id;

describe('filters through links', () => {
  test('reach all items of a public resource', async () => {
    const { list } = createHost({});
    assert.deepEqual(
      [await list('team.boss=bob'), await list('team.city.name=Porto'), await list('teams.boss=bob')],
      [[2], [2], [1, 2]],
    );
  });
  test('reach only items that the rule of the resource allows', async () => {
    for (const access of [
      { read: owned },
      { read: async (input: never) => Promise.resolve(owned(input)) },
      { get: owned, list: 'public' },
      { read: ['user', owned] },
    ]) {
      const { list } = createHost({ teams: { access: { ...access, write: 'never' } } });
      assert.deepEqual(
        [
          await list('team.boss=bob'),
          await list('team.boss=ada'),
          await list('teams.boss=bob'),
          await list('teams.boss=ada'),
        ],
        [[], [1, 4], [], [1]],
      );
      assert.deepEqual([await list('team.city.name=Porto'), await list('team.city.name=Lisbon')], [[], [1, 4]]);
      assert.deepEqual(await list('team.boss=bob', 'bob'), [2]);
    }
  });
  test('reach no items of a resource that the user cannot read', async () => {
    for (const read of ['never', 'role:admin', () => false]) {
      const { list } = createHost({ teams: { access: { read, write: 'never' } } });
      assert.deepEqual([await list('team.boss=ada'), await list('team.city.name=Lisbon')], [[], []], String(read));
    }
    const admin = createHost({ teams: { access: { read: 'role:admin', write: 'never' } } });
    assert.deepEqual(await admin.list('team.boss=ada', 'ada:admin'), [1, 4]);
  });
  test('reach no items if the rule needs each of them', async () => {
    const { list } = createHost({ teams: { access: { read: ofItem, list: 'public', write: 'never' } } });
    assert.deepEqual([await list('team.boss=ada'), await list('')], [[], [1, 2, 3, 4]]);
  });
  test('reach only readable items on the way', async () => {
    const { list } = createHost({ cities: { access: { read: () => where({ name: 'Lisbon' }), write: 'never' } } });
    assert.deepEqual(
      [await list('team.city.name=Porto'), await list('team.city.name=Lisbon'), await list('team.boss=bob')],
      [[], [1, 4], [2]],
    );
  });
  test('reach only rows of the tenant', async () => {
    const tenant = ({ user }: { user: { id: string } | null }): unknown =>
      user?.id === 'root' ? ALL_TENANTS : user?.id === 'bob' ? 'b' : 'a';
    for (const provided of [false, true]) {
      const store = memoryStore(NOTES);
      const notes = provided
        ? { store, provide: { list: (input: { request: never }) => store.list(input.request, input as never) } }
        : {};
      const { list } = createHost({ tenant, notes });
      assert.deepEqual([await list(''), await list('', 'bob'), await list('', 'root')], [[1, 2, 3], [4], [1, 2, 3, 4]]);
      assert.deepEqual(
        [
          await list('team.boss=bob'),
          await list('team.boss=ada'),
          await list('team.boss=ada', 'bob'),
          await list('team.boss=bob', 'root'),
        ],
        [[], [1], [], [2]],
      );
      assert.deepEqual([await list('team.city.name=Porto'), await list('team.city.name=Lisbon')], [[], [1]]);
    }
  });
  test('of a global resource reach only rows of the tenant', async () => {
    const tenant = async ({ user }: { user: { id: string } | null }): Promise<unknown> =>
      Promise.resolve(user?.id === 'bob' ? 'b' : user?.id === 'none' ? undefined : 'a');
    const { list } = createHost({ tenant, global: true, order: { order: filter.order(['id', 'team.boss']) } });
    assert.deepEqual(
      [
        await list(''),
        await list('team.boss=bob'),
        await list('team.boss=ada'),
        await list('team.boss=bob', 'bob'),
        await list('team.boss=ada', 'none'),
      ],
      [[1, 2, 3, 4], [], [1, 4], [2], []],
    );
    assert.deepEqual(await list('order[team.boss]=desc&order[id]=asc'), [1, 4, 2, 3]);
  });
});

describe('links in bodies', () => {
  const body = (id: number, team: number | null): object => ({ id, text: 'x', team, teams: [], tenant: 'a' });
  test('lead only to items that the user can read', async () => {
    for (const access of [
      { read: owned },
      { get: ofItem, list: 'public' },
      { get: async (input: never) => Promise.resolve(ofItem(input)), list: 'public' },
    ]) {
      const links = {
        team: { to: 'teams', as: 'id', requireReadable: true },
        teams: { to: 'teams', as: 'id', requireReadable: true },
      };
      const { status } = createHost({ teams: { access: { ...access, write: 'never' } }, notes: { links } });
      assert.deepEqual(
        [
          await status('POST /api/notes', body(10, 1)),
          await status('POST /api/notes', body(11, 2)),
          await status('POST /api/notes', body(12, 9)),
          await status('POST /api/notes', body(13, null)),
        ],
        [201, 422, 422, 201],
      );
      assert.deepEqual(
        [
          await status('PATCH /api/notes/1', { teams: [1] }),
          await status('PATCH /api/notes/1', { teams: [1, 2] }),
          await status('PATCH /api/notes/1', { teams: [3] }, 'cy'),
        ],
        [200, 422, 200],
      );
    }
  });
  test('lead only to rows of the tenant', async () => {
    const { status } = createHost({ tenant: () => 'a' });
    const { tenant: _, ...given } = body(10, 1) as { tenant: string };
    assert.deepEqual(
      [await status('POST /api/notes', given), await status('POST /api/notes', { ...given, id: 11, team: 2 })],
      [201, 422],
    );
  });
});

describe('paths below an item', () => {
  const below = { path: '/teams/{team}/notes', parent: { team: 'team' } };
  const lines = [
    'GET /api/teams/1/notes',
    'GET /api/teams/2/notes',
    'GET /api/teams/1/notes/1',
    'GET /api/teams/2/notes/2',
    'DELETE /api/teams/2/notes/2',
  ];
  const statuses = async (options: Options, user?: string): Promise<number[]> => {
    const { status } = createHost({ notes: below, ...options });
    const found: number[] = [];
    for (const line of lines) found.push(await status(line, undefined, user));
    return found;
  };
  test('are found if the user can read the item', async () => {
    assert.deepEqual(await statuses({}), [200, 200, 200, 200, 204]);
    assert.deepEqual(await statuses({ teams: { access: { read: owned, write: 'never' } } }), [200, 404, 200, 404, 404]);
    assert.deepEqual(
      await statuses({ teams: { access: { read: 'role:admin', write: 'never' } } }),
      [404, 404, 404, 404, 404],
    );
    assert.deepEqual(
      await statuses({ teams: { access: { read: 'role:admin', write: 'never' } } }, 'ada:admin'),
      [200, 200, 200, 200, 204],
    );
    assert.deepEqual(
      await statuses({ teams: { access: { get: ofItem, list: 'public', write: 'never' } } }, 'bob'),
      [404, 200, 404, 200, 204],
    );
  });
  test('are found if provide.get returns an item of the tenant', async () => {
    const provide = {
      get: ({ id }: { id: unknown }) => TEAMS.find((team) => String(team.id) === String(id)),
      list: () => [...TEAMS],
    };
    assert.deepEqual(
      await statuses({ tenant: () => 'a', filters: false, teams: { store: undefined, provide } }),
      [200, 404, 200, 404, 404],
    );
    assert.deepEqual(
      await statuses({ filters: false, teams: { store: undefined, provide, access: { read: owned, write: 'never' } } }),
      [200, 404, 200, 404, 404],
    );
  });
});

describe('a list that a function provides', () => {
  const provided = (access: object, items: (notes: typeof NOTES) => unknown, more: Options = {}) =>
    createHost({ notes: { store: undefined, provide: { list: () => ({ items: items(NOTES) }) }, access }, ...more });
  test('may only contain items that the user can read', async () => {
    const read = (): object => where({ text: ['one', 'two'] });
    assert.deepEqual(await provided({ read }, (notes) => notes.slice(0, 2)).list(''), [1, 2]);
    assert.equal(await provided({ read }, (notes) => notes).list(''), 500);
    assert.deepEqual(await provided({ read: 'public' }, (notes) => notes).list(''), [1, 2, 3, 4]);
    const boss = (): object => where({ 'team.boss': 'ada' });
    assert.deepEqual(await provided({ read: boss }, (notes) => [notes[0], notes[3]]).list(''), [1, 4]);
    assert.equal(await provided({ read: boss }, (notes) => notes).list(''), 500);
  });
  test('may only contain items of the tenant', async () => {
    assert.deepEqual(
      await provided({ read: 'public' }, (notes) => notes.slice(0, 3), { tenant: () => 'a' }).list(''),
      [1, 2, 3],
    );
    assert.equal(await provided({ read: 'public' }, (notes) => notes, { tenant: () => 'a' }).list(''), 500);
  });
});

/** What a user can read of another resource: filters, links and paths reach no other items of it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { resource } from '../declare/resource.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
import { where } from '../declare/filters/where.ts';
import type { Item } from '../model/reach.ts';
import { memoryStore } from '../source/memory-store.ts';
import { EVERYTHING } from '../model/reach.ts';
import { canRead, determineReach } from './determine-reach.ts';
import { restrictLinkConditions } from './restrict-list.ts';
import { hasRestrictedReads, limitsLinksItself, restrictedParents } from './restricted-reads.ts';

const City = z.object({ id: z.int(), name: z.string(), tenant: z.string() });
const Team = z.object({ id: z.int(), boss: z.string(), city: z.int(), tenant: z.string() });
const Note = z.object({ id: z.int(), text: z.string(), team: z.int(), teams: z.array(z.int()), tenant: z.string() });
type Input = { user: { id: string } | null; item: Item };

interface Options {
  /** The rules of teams and cities. */
  readonly teams?: object;
  readonly cities?: object;
  readonly notes?: object;
  readonly tenant?: () => unknown;
}

function runs({ teams, cities, notes = {}, tenant }: Options) {
  const ruled = (access: object | undefined): object => (access === undefined ? {} : { access });
  return createRuns(
    [
      resource('cities', City, { id: 'id', store: memoryStore([]), ...ruled(cities) } as never),
      resource('teams', Team, {
        id: 'id',
        links: { city: { to: 'cities', as: 'id' } },
        store: memoryStore([]),
        ...ruled(teams),
      } as never),
      resource('notes', Note, {
        id: 'id',
        links: { team: { to: 'teams', as: 'id' }, teams: { to: 'teams', as: 'id' } },
        store: memoryStore([]),
        ...notes,
      } as never),
    ],
    tenant === undefined ? {} : { tenant: { value: tenant as never } },
  );
}

const owned = ({ user }: Input): FilterTree => where({ boss: user?.id ?? '' });
const ofItem = ({ item, user }: Input): boolean => item['boss'] === user?.id;
const later =
  (rule: (input: Input) => unknown) =>
  async (input: Input): Promise<unknown> => {
    await Promise.resolve();
    return rule(input);
  };
const byAda: FilterTree = { op: 'eq', field: 'boss', value: 'ada' };

describe('the reach of a user in another resource', () => {
  const open = EVERYTHING;
  for (const [title, teams, user, expected] of [
    ['without rules has all items', undefined, '', open],
    ['with a public rule has all items', { read: 'public' }, '', open],
    ['with rules for writing only has all items', { write: 'user' }, '', open],
    ['has all items for a user that the rule allows', { read: 'role:hr' }, 'ada:hr', open],
    ['has no items for a user that the rule denies', { read: 'role:hr' }, 'ada', undefined],
    ['has the rows of the filter', { read: owned }, 'ada', { ...open, rows: byAda }],
    ['has the rows of the filter of lists as well', { get: 'user', list: owned }, 'ada', open],
    [
      'has the rows of all read rules',
      { read: ['user', owned], list: () => where({ city: 1 }) },
      'ada',
      { ...open, rows: { op: 'and', of: [byAda, { op: 'eq', field: 'city', value: 1 }] } },
    ],
    ['has the rules that need each item', { get: ofItem }, 'ada', { ...open, pending: [ofItem] }],
    ['is not restricted by a denied rule of lists', { get: 'user', list: () => false }, 'ada', open],
    ['has no items if the rule of GET denies access', { get: () => false, list: 'user' }, 'ada', undefined],
    [
      'has the rows of a rule before one that needs each item',
      { get: [owned, ofItem] },
      'ada',
      { ...open, rows: byAda, pending: [ofItem] },
    ],
    [
      'evaluates a rule of lists that needs each item',
      { read: owned, list: ofItem },
      'ada',
      { ...open, rows: byAda, pending: [ofItem] },
    ],
  ] as const)
    test(title, async () => {
      const { run, model } = runs({ ...(teams && { teams }) });
      const given = run('notes.list', user);
      assert.deepEqual(await determineReach(model('teams'), given), expected);
      if (teams === undefined) return;
      const slow = Object.fromEntries(
        Object.entries(teams).map(([key, rule]) => [
          key,
          [rule].flat().map((part) => (typeof part === 'function' ? later(part as never) : part)),
        ]),
      );
      const other = runs({ teams: slow });
      const slowly = await determineReach(other.model('teams'), other.run('notes.list', user));
      const count = (reach: typeof slowly): object | undefined => reach && { ...reach, pending: reach.pending.length };
      assert.deepEqual(count(slowly), count(expected));
    });

  test('is determined once for each request', async () => {
    let calls = 0;
    const { run, model } = runs({ teams: { read: () => (calls++, true) } });
    const given = run('notes.list', 'ada');
    const reach = await determineReach(model('teams'), given);
    assert.equal(await determineReach(model('teams'), given), reach);
    assert.equal(calls, 1);
  });

  test('has the tenant of the request, and no items without a tenant', async () => {
    const getTenant = async (value: unknown, teams?: object) => {
      const { run, model } = runs({ tenant: () => value, ...(teams && { teams }) });
      return determineReach(model('teams'), run('notes.list', 'ada'));
    };
    assert.deepEqual(await getTenant('acme'), { ...open, tenant: { tenant: 'acme' } });
    assert.deepEqual(await getTenant('acme', { read: owned }), { ...open, tenant: { tenant: 'acme' }, rows: byAda });
    assert.deepEqual(await getTenant(undefined), undefined);
  });

  test('is evaluated without the path variables, the query and the body of the request', async () => {
    const seen: unknown[] = [];
    const { run, model } = runs({
      teams: { read: (input: Record<string, unknown>) => seen.push(input['uri'], input['query']) > 0 },
    });
    const given = run('notes.list', 'ada', { id: '7' });
    given.query = { declared: { page: 2 } } as never;
    await determineReach(model('teams'), given);
    assert.deepEqual(seen, [{}, {}]);
  });
});

describe('an item of another resource can be read', () => {
  const adas = { id: 1, boss: 'ada', city: 1 };
  for (const [title, teams, user, item, expected] of [
    ['without rules', undefined, '', adas, true],
    ['if the rule grants access', { read: 'user' }, 'bob', adas, true],
    ['not if the rule denies access', { read: 'user' }, '', adas, false],
    ['if it is in the rows of the rule', { read: owned }, 'ada', adas, true],
    ['not outside the rows of the rule', { read: owned }, 'bob', adas, false],
    ['if the rule grants access to the item', { get: ofItem }, 'ada', adas, true],
    ['not if the rule denies access to the item', { get: ofItem }, 'bob', adas, false],
    [
      'not outside the rows, even if a rule grants the item',
      { get: [owned, ({ item }: Input) => item !== undefined] },
      'bob',
      adas,
      false,
    ],
    [
      'in the rows that the rule allows for the item',
      { get: ({ item }: Input) => item !== undefined && where({ city: 1 }) },
      'ada',
      adas,
      true,
    ],
    [
      'not outside the rows that the rule allows for the item',
      { get: ({ item }: Input) => item !== undefined && where({ city: 2 }) },
      'ada',
      adas,
      false,
    ],
  ] as const)
    test(title, async () => {
      for (const wrap of [(rule: unknown) => rule, later]) {
        const rules = Object.entries(teams ?? {}).map(([key, rule]) => [
          key,
          [rule].flat().map((part) => (typeof part === 'function' ? wrap(part as never) : part)),
        ]);
        const { run, model } = runs(teams === undefined ? {} : { teams: Object.fromEntries(rules) });
        const can = canRead(item, model('teams'), run('notes.list', user));
        assert.equal(await can, expected);
      }
    });
});

describe('a condition on linked items', () => {
  const boss = { op: 'eq', field: 'team.boss', value: 'bob' } as const;
  const byOwner = { op: 'eq', field: 'team.boss', value: 'ada' };
  const none = { op: 'or', of: [] };
  const limited = async (tree: FilterTree, options: Options, user = 'ada'): Promise<unknown> => {
    const { run } = runs(options);
    return restrictLinkConditions(tree, run('notes.list', user));
  };

  test('of a public resource remains as it is', async () => {
    assert.equal(await limited(boss, {}), boss);
    assert.equal(await limited(boss, { teams: { read: 'public' } }), boss);
    // The store limits links to the rows of the tenant.
    assert.equal(await limited(boss, { tenant: () => 'acme' }), boss);
  });

  for (const [title, tree, options, expected] of [
    ['has the rows of the read rule added', boss, { teams: { read: owned } }, { op: 'and', of: [boss, byOwner] }],
    ['matches nothing if the rule denies access', boss, { teams: { read: 'role:hr' } }, none],
    ['matches nothing if the rule needs each item', boss, { teams: { get: ofItem } }, none],
    ['has nothing added if the rule grants access', boss, { teams: { read: 'user' } }, boss],
    [
      'is limited inside a negation',
      { op: 'not', of: boss },
      { teams: { read: owned } },
      { op: 'not', of: { op: 'and', of: [boss, byOwner] } },
    ],
    [
      'is limited inside each alternative',
      { op: 'or', of: [boss, where({ text: 'x' })] },
      { teams: { read: owned } },
      { op: 'or', of: [{ op: 'and', of: [boss, byOwner] }, where({ text: 'x' })] },
    ],
    [
      'is limited by the rules of all resources on its path',
      where({ 'team.city.name': 'Oslo' }),
      { teams: { read: owned }, cities: { read: () => where({ name: 'Lisbon' }) } },
      {
        op: 'and',
        of: [{ op: 'and', of: [where({ 'team.city.name': 'Oslo' }), byOwner] }, where({ 'team.city.name': 'Lisbon' })],
      },
    ],
    [
      'on one of several linked items is limited to those that the user can read',
      { op: 'some', field: 'teams', of: where({ boss: 'bob' }) },
      { teams: { read: owned } },
      { op: 'some', field: 'teams', of: { op: 'and', of: [where({ boss: 'bob' }), byAda] } },
    ],
    [
      'below one of several linked items is limited by its own rules',
      { op: 'some', field: 'teams', of: where({ 'city.name': 'Oslo' }) },
      { cities: { read: () => where({ name: 'Lisbon' }) } },
      {
        op: 'some',
        field: 'teams',
        of: { op: 'and', of: [where({ 'city.name': 'Oslo' }), where({ 'city.name': 'Lisbon' })] },
      },
    ],
    [
      'on the items of a linked item is limited on the way as well',
      { op: 'some', field: 'team.city', of: where({ name: 'Oslo' }) },
      { teams: { read: owned } },
      { op: 'and', of: [{ op: 'some', field: 'team.city', of: where({ name: 'Oslo' }) }, byOwner] },
    ],
    [
      'has the tenant added if a function of the application reads the filter',
      boss,
      { tenant: () => 'acme', notes: { provide: { list: () => [] } } },
      { op: 'and', of: [boss, { op: 'eq', field: 'team.tenant', value: 'acme' }] },
    ],
    [
      'has no tenant added if the store limits links itself',
      boss,
      { tenant: () => 'acme', teams: { read: owned } },
      { op: 'and', of: [boss, byOwner] },
    ],
    ['matches nothing without a tenant', boss, { tenant: () => null, notes: { provide: { list: () => [] } } }, none],
  ] as const)
    test(title, async () => {
      for (const wrap of [(rule: unknown) => rule, later]) {
        const wrapped = (access: object | undefined): object | undefined =>
          access &&
          Object.fromEntries(
            Object.entries(access).map(([key, rule]) => [
              key,
              typeof rule === 'function' ? wrap(rule as never) : (rule as unknown),
            ]),
          );
        const given = options as Options;
        const [teams, cities] = [wrapped(given.teams), wrapped(given.cities)];
        const result = limited(tree, { ...given, ...(teams && { teams }), ...(cities && { cities }) });
        assert.deepEqual(await result, expected);
      }
    });

  test('of the application or of a search is not changed', async () => {
    const search = { op: 'search', fields: ['text'], text: 'x', query: [], language: 'english' } as FilterTree;
    const sql = { op: 'sql', filter: 'f', write: () => assert.fail(), value: 1 } as FilterTree;
    const tree: FilterTree = { op: 'and', of: [search, sql, boss] };
    assert.deepEqual(await limited(tree, { teams: { read: owned } }), {
      op: 'and',
      of: [search, sql, { op: 'and', of: [boss, byOwner] }],
    });
  });
});

describe('reads of a resource are restricted', () => {
  const below = { path: '/teams/{team}/notes', parent: { team: 'team' } };
  const restricted = (options: Options, name = 'notes', change: object = {}): boolean => {
    const model = runs(options).model(name);
    return hasRestrictedReads(Object.assign(Object.create(model) as typeof model, change));
  };
  test('by a rule, a tenant, or the scope of its store', () => {
    assert.equal(restricted({}), false);
    assert.equal(restricted({ notes: { access: { read: 'public' } } }), false);
    assert.equal(restricted({ notes: { access: { read: 'user' } } }), true);
    assert.equal(restricted({ tenant: () => 'acme' }), true);
    assert.equal(restricted({}, 'notes', { store: { scope: () => ({}) } }), true);
    assert.equal(restricted({}, 'notes', { store: undefined }), false);
  });
  test('by the items in its path, but not by other links', () => {
    assert.equal(restricted({ teams: { read: 'user' } }), false);
    assert.equal(restricted({ notes: below }), false);
    assert.equal(restricted({ teams: { read: 'user' }, notes: below }), true);
    const { model } = runs({ teams: { read: 'user' }, notes: below });
    assert.deepEqual(restrictedParents(model('notes')), [{ name: 'team', to: model('teams') }]);
    assert.deepEqual(restrictedParents(model('notes'), [model('notes')]), []);
    assert.deepEqual(restrictedParents(model('teams')), []);
  });
});

test('filters through links reach only rows of the tenant if the store limits them itself', () => {
  assert.equal(limitsLinksItself(runs({}).model('notes')), true);
  assert.equal(limitsLinksItself(runs({ notes: { provide: { list: () => [] } } }).model('notes')), false);
  const model = runs({}).model('notes');
  for (const store of [undefined, {}, { limitsLinks: false }])
    assert.equal(limitsLinksItself(Object.assign(Object.create(model) as typeof model, { store })), false);
});

/** The read rules are part of the filter that a store or a function of the application receives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { resource } from '../declare/resource.ts';
import type { FilterTree, OrderKey } from '../declare/filters/filter-tree.ts';
import { where } from '../declare/filters/where.ts';
import type { ListRequest } from '../declare/list-request.ts';
import { EVERYTHING } from '../model/reach.ts';
import { memoryStore } from '../source/memory-store.ts';
import { restrictList } from './restrict-list.ts';

const City = z.object({ id: z.int(), name: z.string(), tenant: z.string() });
const Team = z.object({ id: z.int(), boss: z.string(), city: z.int(), tenant: z.string() });
const Note = z.object({ id: z.int(), text: z.string(), team: z.int() });

interface Given {
  readonly readFilter?: FilterTree;
  readonly filter?: FilterTree;
  readonly order?: readonly OrderKey[];
  readonly teams?: object;
  readonly tenant?: () => unknown;
}

function restrict({ readFilter, filter, order = [], teams = {}, tenant }: Given) {
  const { run } = createRuns(
    [
      resource('cities', City, { id: 'id', store: memoryStore([]) }),
      resource('teams', Team, {
        id: 'id',
        links: { city: { to: 'cities', as: 'id' } },
        store: memoryStore([]),
        ...teams,
      } as never),
      resource('notes', Note, {
        id: 'id',
        links: { team: { to: 'teams', as: 'id' } },
        store: memoryStore([]),
        ...(tenant && { global: true }),
      }),
    ],
    tenant === undefined ? {} : { tenant: { value: tenant as never } },
  );
  const given = run('notes.list', 'ada');
  const request = { where: filter, order, count: true } as unknown as ListRequest;
  return restrictList(request, { ...EVERYTHING, rows: readFilter }, given).then((restricted) => ({
    where: restricted.where,
    isSame: restricted === request,
    request: restricted,
    tenant: given.context.tenant,
  }));
}

const rowFilter = where({ text: 'own' });
const sent = where({ text: 'sent' });
const linked = where({ 'team.boss': 'bob' });
const readable = { access: { read: ({ user }: { user: { id: string } }) => where({ boss: user.id }) } };

test('the filter of a list has the read rule added', async () => {
  assert.deepEqual((await restrict({ readFilter: rowFilter })).where, rowFilter);
  const both = await restrict({ readFilter: rowFilter, filter: sent });
  assert.deepEqual(both.where, { op: 'and', of: [rowFilter, sent] });
  assert.equal(both.request.count, true);
});

test('a query without anything to restrict remains the same', async () => {
  for (const given of [{}, { filter: sent }, { filter: linked }]) assert.equal((await restrict(given)).isSame, true);
});

test('conditions on linked items reach only those that the user can read', async () => {
  const byAda = where({ 'team.boss': 'ada' });
  assert.deepEqual((await restrict({ filter: linked, teams: readable })).where, { op: 'and', of: [linked, byAda] });
  // The rule of the application is not limited, only what the client sent.
  assert.deepEqual((await restrict({ readFilter: linked, teams: readable })).where, linked);
  assert.deepEqual((await restrict({ readFilter: linked, filter: sent, teams: readable })).where, {
    op: 'and',
    of: [linked, sent],
  });
});

test('filters and orders through links determine the tenant, also for a global resource', async () => {
  let calls = 0;
  const tenant = (): string => (calls++, 'acme');
  const order = (field: string): readonly OrderKey[] => [{ field, direction: 'asc' }];
  assert.equal((await restrict({ tenant, filter: sent, order: order('text') })).tenant, undefined);
  assert.equal(calls, 0);
  assert.equal((await restrict({ tenant, filter: linked })).tenant, 'acme');
  assert.equal((await restrict({ tenant, readFilter: linked })).tenant, 'acme');
  assert.equal((await restrict({ tenant, order: order('team.boss') })).tenant, 'acme');
  const global = { global: true };
  assert.equal((await restrict({ tenant, order: order('team.boss'), teams: global })).tenant, undefined);
  // The second link of the path has a tenant.
  assert.equal((await restrict({ tenant, order: order('team.city.name'), teams: global })).tenant, 'acme');
  const slow = async (): Promise<string> => Promise.resolve('acme');
  const waiting = await restrict({ tenant: slow, filter: linked, readFilter: rowFilter });
  assert.deepEqual([waiting.tenant, waiting.where], ['acme', { op: 'and', of: [rowFilter, linked] }]);
});

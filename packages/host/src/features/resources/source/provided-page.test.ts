/** A page that a function of the application provides may only contain items that the request may reach. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { resource } from '../declare/resource.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
import { where } from '../declare/filters/where.ts';
import type { Item } from '../model/reach.ts';
import type { ListRequest } from '../declare/list-request.ts';
import { memoryStore } from './memory-store.ts';
import { EVERYTHING } from '../model/reach.ts';
import { SourceContext } from './source-context.ts';
import { checkProvidedPage } from './provided-page.ts';

const Team = z.object({ id: z.int(), boss: z.string() });
const Note = z.object({ id: z.int(), owner: z.string(), team: z.int(), tenant: z.string() });
const { run } = createRuns([
  resource('teams', Team, { id: 'id', store: memoryStore([{ id: 1, boss: 'ada' }]) }),
  resource('notes', Note, { id: 'id', links: { team: { to: 'teams', as: 'id' } }, store: memoryStore([]) }),
]);
const ADAS = { id: 1, owner: 'ada', team: 1, tenant: 'acme' };
const BOBS = { id: 2, owner: 'bob', team: 2, tenant: 'acme' };
const OTHERS = { id: 3, owner: 'ada', team: 1, tenant: 'other' };

interface Limits {
  readonly readFilter?: FilterTree;
  readonly tenant?: Item;
  readonly path?: Item;
  readonly where?: FilterTree;
  readonly fields?: readonly string[];
  readonly recording?: boolean;
}

function check(
  items: readonly Item[],
  { readFilter, tenant = {}, path = {}, where, fields, recording = true }: Limits,
) {
  const given = run('notes.list');
  const reach = { ...EVERYTHING, rows: readFilter, tenant };
  const context = new SourceContext(given, { ...tenant, ...path }, reach);
  (given.context.trace as { recording: boolean }).recording = recording;
  const page = { items };
  const request: ListRequest = { where, order: [], window: { by: 'all' }, count: false, fields };
  return { given, page, checked: () => checkProvidedPage(page, request, context) };
}

describe('a provided page', () => {
  test('without limits is returned as it is', async () => {
    const { checked, page, given } = check([ADAS, BOBS, OTHERS], {});
    assert.equal(await checked(), page);
    assert.equal(given.ignoredFilter, undefined);
  });

  for (const [title, items, limits, by, reason] of [
    [
      'may not have items that the rule hides',
      [ADAS, BOBS],
      { readFilter: where({ owner: 'ada' }) },
      ['where'],
      'its access rule hides',
    ],
    [
      'may not have items of another tenant',
      [ADAS, OTHERS],
      { tenant: { tenant: 'acme' } },
      ['tenant'],
      'belongs to another tenant',
    ],
    ['may not have items of another path', [ADAS, BOBS], { path: { team: 1 } }, ['path'], 'is not below the path'],
    [
      'names the tenant before the path',
      [ADAS, { ...OTHERS, team: 2 }],
      { path: { team: 1 }, tenant: { tenant: 'acme' } },
      ['tenant', 'path'],
      'belongs to another tenant',
    ],
    [
      'is checked with linked items',
      [ADAS, BOBS],
      { readFilter: where({ 'team.boss': 'ada' }) },
      ['where'],
      'its access rule hides',
    ],
  ] as const)
    test(title, async () => {
      const { given, checked } = check(items, limits);
      const message = `provide.list of "notes" returned an item that ${reason}; filter by request.where`;
      await assert.rejects(async () => checked(), new TypeError(message));
      assert.deepEqual(given.ignoredFilter, { items: 1, of: 2, by });
      const allowed = check(items.slice(0, 1), limits);
      assert.equal(await allowed.checked(), allowed.page);
      assert.equal(allowed.given.ignoredFilter, undefined);
    });
});

describe('the profile of a provided page', () => {
  const byAda = where({ owner: 'ada' });
  for (const [title, limits, expected] of [
    ['notes items that do not match the filter of the request', { where: byAda }, { items: 1, of: 2, by: ['filter'] }],
    [
      'notes them with the fields that were read as well',
      { where: byAda, fields: ['id', 'owner'] },
      { items: 1, of: 2, by: ['filter'] },
    ],
    [
      'notes them if the items also have limits',
      { where: byAda, tenant: { tenant: 'acme' } },
      { items: 1, of: 2, by: ['filter'] },
    ],
    ['notes nothing if all items match', { where: where({ owner: ['ada', 'bob'] }) }, undefined],
    ['notes nothing without a filter', {}, undefined],
    ['notes nothing for a request that is not recorded', { where: byAda, recording: false }, undefined],
    ['notes nothing for a filter through a link', { where: where({ 'team.boss': 'ada' }) }, undefined],
    [
      'notes nothing for a search',
      { where: { op: 'search', fields: ['owner'], text: 'x', query: [], language: 'english' } },
      undefined,
    ],
    [
      'notes nothing for a condition of the application',
      { where: { op: 'sql', filter: 'f', write: () => assert.fail(), value: 1 } },
      undefined,
    ],
  ] as const)
    test(title, async () => {
      const { given, page, checked } = check([ADAS, BOBS], limits);
      assert.equal(await checked(), page);
      assert.deepEqual(given.ignoredFilter, expected);
    });

  test('notes nothing if an item does not have the field of the filter', async () => {
    const { given, checked } = check([ADAS, { id: 2 }], { where: byAda, fields: ['id'] });
    await checked();
    assert.equal(given.ignoredFilter, undefined);
  });
  test('notes nothing for a result that is not a list, which is an error elsewhere', async () => {
    const { given, checked } = check('ab' as never, { where: byAda });
    await checked();
    assert.equal(given.ignoredFilter, undefined);
  });
});

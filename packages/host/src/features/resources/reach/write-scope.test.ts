/** A write may not place an item outside the rows of its user. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { resource } from '../declare/resource.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
import { where } from '../declare/filters/where.ts';
import { EVERYTHING } from '../model/reach.ts';
import type { OperationRun } from '../operations/operation-run.ts';
import { memoryStore } from '../source/memory-store.ts';
import { assertWritable, fixedValues, writableRows, writeScope } from './write-scope.ts';

const Team = z.object({ id: z.int(), boss: z.string() });
const Note = z.object({ id: z.int(), owner: z.string(), size: z.int(), team: z.int() });
const { run } = createRuns([
  resource('teams', Team, { id: 'id', store: memoryStore([{ id: 1, boss: 'ada' }]) }),
  resource('notes', Note, { id: 'id', links: { team: { to: 'teams', as: 'id' } }, store: memoryStore([]) }),
]);

const byAda = where({ owner: 'ada' });
const small: FilterTree = { op: 'lt', field: 'size', value: 10 };

function limited(readFilter?: FilterTree, writeFilter?: FilterTree, operation = 'patch'): OperationRun {
  const given = run(`notes.${operation}`, 'ada');
  given.reach = { ...EVERYTHING, rows: readFilter, writable: writeFilter };
  return given;
}

test('the rows that a user may write are those of the rules for reading and for writing', () => {
  assert.equal(writableRows(limited().reach), undefined);
  assert.equal(writableRows(run('notes.patch').reach), undefined);
  assert.deepEqual(writableRows(limited(byAda).reach), byAda);
  assert.deepEqual(writableRows(limited(undefined, small).reach), small);
  assert.deepEqual(writableRows(limited(byAda, small).reach), { op: 'and', of: [byAda, small] });
});

test('values that the rules fix are set in each row, those of the tenant and the path before them', () => {
  const fixed = (filter?: FilterTree) => {
    const given = limited(undefined, filter);
    given.reach = { ...given.reach, tenant: { tenant: 'acme' } };
    given.scope = { tenant: 'acme', team: 1 };
    return [fixedValues(given.reach), writeScope(given)];
  };
  assert.deepEqual(fixed(), [{ tenant: 'acme' }, { tenant: 'acme', team: 1 }]);
  assert.deepEqual(fixed(byAda), [
    { owner: 'ada', tenant: 'acme' },
    { owner: 'ada', tenant: 'acme', team: 1 },
  ]);
  assert.deepEqual(fixed(where({ tenant: 'other', team: 2 })), [
    { tenant: 'acme', team: 2 },
    { tenant: 'acme', team: 1 },
  ]);
});

describe('a write', () => {
  const item = { id: 1, owner: 'ada', size: 5, team: 1 };
  for (const [title, filter, sent, complete, allowed] of [
    ['without limits may write each item', undefined, { owner: 'bob' }, { ...item, owner: 'bob' }, true],
    ['may set the value that the rule fixes', byAda, { owner: 'ada' }, item, true],
    ['may leave it out', byAda, {}, item, true],
    ['may leave it undefined', byAda, { owner: undefined }, item, true],
    ['may not set another value', byAda, { owner: 'bob' }, undefined, false],
    ['may not set another value even if the stored item keeps its own', byAda, { owner: 'bob' }, item, false],
    ['may not have an item outside the rows as its result', small, {}, { ...item, size: 10 }, false],
    ['may have an item inside the rows as its result', small, {}, item, true],
    ['may have an unknown result if what was sent fits', byAda, {}, undefined, true],
    ['without a body may have an item inside the rows as its result', byAda, undefined, item, true],
    ['may link to an item that the rule accepts', where({ 'team.boss': 'ada' }), {}, item, true],
    ['may not link to another item', where({ 'team.boss': 'bob' }), {}, item, false],
  ] as const)
    test(title, async () => {
      const given = limited(undefined, filter);
      given.input = sent;
      const check = async () => assertWritable(given, complete);
      if (allowed) await check();
      else await assert.rejects(check, { name: 'ForbiddenError', status: 403, message: /^.*Note.*$/ });
    });

  test('that deletes places no item', async () => {
    await assertWritable(limited(small, undefined, 'delete'), { ...item, size: 10 });
  });
});

/** Rules of fields: which fields a user can read, write, and learn about from errors. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { resource } from '../declare/resource.ts';
import type { Item } from '../model/reach.ts';
import { memoryStore } from '../source/memory-store.ts';
import { canNameField, canWriteField, canWriteFieldOfSomeItem, readableFieldNames } from './field-access.ts';

const Staff = z.object({ id: z.int(), name: z.string(), pay: z.int() });
const ADA = { id: 1, name: 'ada', pay: 5 };
type Input = { user: { id: string } | null; item: Item | null };

function runs(pay: unknown, more: object = {}) {
  const options = { id: 'id', access: { read: 'public', write: 'public' } };
  const fields = pay === undefined ? {} : { fields: { pay } };
  return createRuns(
    [
      resource('staff', Staff, { ...options, store: memoryStore([ADA]), ...fields, ...more } as never),
      resource('offices', z.object({ id: z.int() }), { ...options, store: memoryStore([]) } as never),
    ],
    {},
    { roles: { admin: ['hr'] } },
  );
}

const isOwner = ({ user, item }: Input): boolean => item !== null && item['name'] === user?.id;
const ofNew = ({ item }: Input): boolean => item === null;
const isSmall = ({ item }: Input): boolean => Number(item?.['pay']) < 10;

describe('a field', () => {
  for (const [title, rule, user, read, write] of [
    ['without a rule is public', undefined, '', true, true],
    ['that is public can be read and written by all clients', 'public', '', true, true],
    ['that is never readable or writable is so for all users', 'never', 'ada:admin', false, false],
    ['with one rule has it for reading and writing', 'role:hr', 'ada:hr', true, true],
    ['with one rule denies both to others', 'role:hr', 'ada', false, false],
    ['of a role is open to roles that include it', 'role:hr', 'ada:admin', true, true],
    ['for users is hidden from anonymous clients', 'user', '', false, false],
    ['with a rule for reading can be written', { read: 'role:hr' }, 'ada', false, true],
    ['with a rule for writing can be read', { write: 'role:hr' }, 'ada', true, false],
    ['with a function has its result', ({ user }: Input) => user?.id === 'ada', 'ada', true, true],
    ['with a function denies access to others', ({ user }: Input) => user?.id === 'ada', 'bob', false, false],
    ['whose rule reads the item can be read and written in some items', isOwner, 'bob', true, true],
  ] as const)
    test(title, () => {
      const { run, model } = runs(rule);
      const staff = model('staff');
      assert.equal(readableFieldNames(staff, run('staff.get', user)).includes('pay'), read);
      // Another resource, such as one that links to it, has the same rule.
      assert.equal(readableFieldNames(staff, run('offices.get', user)).includes('pay'), read);
      assert.equal(canWriteFieldOfSomeItem('pay', run('staff.patch', user)), write);
    });

  test('that the schema does not have is not restricted', () => {
    const { run } = runs('never');
    assert.equal(canWriteField('other', run('staff.patch')), true);
    assert.equal(canWriteFieldOfSomeItem('other', run('staff.patch')), true);
  });
});

describe('a user may write a field', () => {
  for (const [title, rule, user, previous, sent, expected] of [
    ['of an item that the rule accepts', isOwner, 'ada', ADA, undefined, true],
    ['not of an item that the rule denies', isOwner, 'bob', ADA, undefined, false],
    [
      'of an item that exists, by the rule for it and not for the sent one',
      isOwner,
      'bob',
      ADA,
      { ...ADA, name: 'bob' },
      false,
    ],
    ['of a new item, by the rule for what was sent', isSmall, 'ada', null, { ...ADA, pay: 9 }, true],
    ['not of a new item that the rule denies', isSmall, 'ada', null, { ...ADA, pay: 10 }, false],
    ['not of a new item of which nothing was sent', isSmall, 'ada', null, undefined, false],
    [
      'not if the rule throws for what was sent',
      ({ item }: Input) => (item!['x'] as Item)['y'] === 1,
      'ada',
      null,
      ADA,
      false,
    ],
    ['of a new item, for null, by a rule for writing only', { write: ofNew }, 'ada', null, ADA, true],
    ['not of an existing item by such a rule', { write: ofNew }, 'ada', ADA, undefined, false],
    ['by a rule that does not need the item', 'user', 'ada', null, undefined, true],
    ['not by a rule that denies access', 'user', '', null, ADA, false],
    ['before an item was read, as for a new one', { write: ofNew }, 'ada', undefined, ADA, true],
  ] as const)
    test(title, () => {
      const given = runs(rule).run('staff.patch', user);
      given.previous = previous;
      assert.equal(canWriteField('pay', given, sent), expected);
    });
});

describe('an error may name a field', () => {
  const named = (pay: unknown, user: string, operation = 'staff.patch', name = 'pay', more?: object): boolean =>
    canNameField(name, runs(pay, more).run(operation, user));
  test('that the user can read', () => {
    assert.equal(named({ read: 'user', write: 'never' }, 'ada'), true);
    assert.equal(named({ read: 'user', write: 'never' }, ''), false);
  });
  test('that the user can write, if the body has it', () => {
    assert.equal(named({ read: 'never', write: 'user' }, 'ada'), true);
    const create = { input: { create: z.object({ name: z.string() }) } };
    assert.equal(named({ read: 'never', write: 'user' }, 'ada', 'staff.create', 'pay', create), false);
  });
  test('that only the body has', () => {
    const create = { input: { create: z.object({ name: z.string(), code: z.string() }) } };
    assert.equal(named(undefined, '', 'staff.create', 'code', create), true);
    assert.equal(named(undefined, '', 'staff.create', 'other', create), false);
    assert.equal(named(undefined, '', 'staff.create', 'other'), false);
  });
});

test('another resource without read rules has all its fields', () => {
  const { run, model } = runs('never');
  assert.deepEqual(readableFieldNames(model('offices'), run('staff.get')), ['id']);
  assert.deepEqual(readableFieldNames(model('staff'), run('offices.get')), ['id', 'name']);
});

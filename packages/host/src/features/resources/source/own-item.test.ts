import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../model/reach.ts';
import type { Operation } from '../model/operation.ts';
import { assertOwnItem } from './own-item.ts';

const operation = { name: 'notes.create' } as Operation;
const check = (result: unknown, tenant: Item): unknown => assertOwnItem(result, operation, { tenant });

test('the result of a function may not be an item of another tenant', () => {
  for (const result of [
    { id: 1, tenant: 'acme' },
    // A result need not have the field.
    { id: 1 },
    [],
    null,
    undefined,
    'text',
  ])
    assert.equal(check(result, { tenant: 'acme' }), result);
  assert.throws(
    () => check({ id: 1, tenant: 'other' }, { tenant: 'acme' }),
    new TypeError(
      'The function of notes.create returned an item of another tenant; limit what it reads and writes to `scope`',
    ),
  );
});

test('without a tenant, each item may be returned', () => {
  const item = { id: 1, tenant: 'other' };
  assert.equal(check(item, {}), item);
});

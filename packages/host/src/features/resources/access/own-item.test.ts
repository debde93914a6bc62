import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../model/item.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { assertOwnItem } from './own-item.ts';

const run = (tenant: Item): OperationRun => ({ operation: { name: 'notes.create' }, request: { tenant } }) as never;

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
    assert.equal(assertOwnItem(result, run({ tenant: 'acme' })), result);
  assert.throws(
    () => assertOwnItem({ id: 1, tenant: 'other' }, run({ tenant: 'acme' })),
    new TypeError(
      'The function of notes.create returned an item of another tenant; limit what it reads and writes to `scope`',
    ),
  );
});

test('without a tenant, each item may be returned', () => {
  const item = { id: 1, tenant: 'other' };
  assert.equal(assertOwnItem(item, run({})), item);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harmlessCases } from './harmless-cases.ts';
import { secretCases } from './secret-cases.ts';
import { storeCase } from './store-case.ts';

test('there are 120 secrets and 120 harmless values', () => {
  assert.ok(secretCases.length >= 120);
  assert.ok(harmlessCases.length >= 120);
});

for (const [index, one] of secretCases.entries())
  test(`secret ${index + 1} is not stored: ${one.from}`, () => {
    const stored = storeCase(one);
    for (const secret of one.secrets) assert.ok(!stored.includes(secret), `${secret} in ${stored}`);
    for (const text of one.visible ?? []) assert.ok(stored.includes(text), `${text} is not in ${stored}`);
  });

for (const [index, one] of harmlessCases.entries())
  test(`harmless value ${index + 1} is stored: ${one.from}`, () => {
    const stored = storeCase(one);
    for (const text of one.visible) assert.ok(stored.includes(text), `${text} is not in ${stored}`);
  });

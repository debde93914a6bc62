import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext } from '../../../testing/create-context.ts';
import { ALL_TENANTS } from '../declare/tenant-definition.ts';
import { EMPTY_SCOPE } from '../model/reach.ts';
import { determineTenantScope, tenantScope } from './tenant-scope.ts';

function resource(value: unknown, type: 'string' | 'number' = 'string') {
  let calls = 0;
  const tenant = {
    field: 'owner',
    type,
    value: () => (calls++, typeof value === 'function' ? (value() as never) : (value as never)),
  };
  return { name: 'notes', tenant, calls: () => calls };
}

test('the scope has the value of the tenant in the field', () => {
  const context = createContext('GET /');
  assert.deepEqual(determineTenantScope(resource('acme'), context), { owner: 'acme' });
  assert.equal(context.variesByUser, true);
  assert.deepEqual(determineTenantScope(resource(7, 'number'), createContext('GET /')), { owner: 7 });
});

test('a global resource and ALL_TENANTS have no equalities', () => {
  const context = createContext('GET /');
  assert.equal(determineTenantScope({ name: 'notes', tenant: undefined }, context), EMPTY_SCOPE);
  assert.equal(context.variesByUser, false);
  assert.equal(determineTenantScope(resource(ALL_TENANTS), context), EMPTY_SCOPE);
});

test('a request without a tenant reaches no rows', () => {
  for (const none of [undefined, null, ''])
    assert.equal(determineTenantScope(resource(none), createContext('GET /')), null);
});

test('the function is called once for each request, also if it returns a promise', async () => {
  for (const [value, expected] of [
    ['acme', { owner: 'acme' }],
    [() => Promise.resolve('acme'), { owner: 'acme' }],
    [() => Promise.resolve(undefined), null],
    [undefined, null],
  ] as const) {
    const notes = resource(value);
    const context = createContext('GET /');
    const scopes = await Promise.all([1, 2].map(() => determineTenantScope(notes, context)));
    scopes.push(await determineTenantScope(notes, context));
    assert.deepEqual(scopes, [expected, expected, expected]);
    assert.equal(notes.calls(), 1);
  }
});

test('tenantScope returns null before the tenant is determined', () => {
  const context = createContext('GET /');
  assert.equal(tenantScope(resource('acme'), context), null);
  void determineTenantScope(resource('acme'), context);
  assert.deepEqual(tenantScope(resource('other'), context), { owner: 'acme' });
});

test('a value that cannot be a tenant is an error that names the fix', () => {
  const thrown = (value: unknown, type?: 'number'): string => {
    try {
      void determineTenantScope(resource(value, type), createContext('GET /'));
    } catch (error) {
      return (error as Error).message;
    }
    return assert.fail();
  };
  const fix = 'return a string, a number, ALL_TENANTS, or undefined for no tenant';
  assert.equal(thrown(Number.NaN), `api.tenant returned NaN; ${fix}`);
  assert.equal(thrown({}), `api.tenant returned a value of type object; ${fix}`);
  assert.equal(thrown(true), `api.tenant returned a value of type boolean; ${fix}`);
  assert.equal(
    thrown(7),
    'api.tenant returned 7, a number, but "owner" of "notes" is a string; convert it in api.tenant',
  );
  assert.equal(
    thrown('7', 'number'),
    'api.tenant returned "7", a string, but "owner" of "notes" is a number; convert it in api.tenant',
  );
});

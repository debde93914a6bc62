import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RoleHierarchy } from './roles.ts';

test('a role includes itself and included roles at any depth, but not the reverse', () => {
  const roles = new RoleHierarchy({ admin: ['editor'], editor: ['reader'], reader: [], guest: [] });
  for (const [has, wanted, is] of [
    [['admin'], 'reader', true],
    [['admin'], 'admin', true],
    [['editor'], 'admin', false],
    [['reader'], 'editor', false],
    [['guest'], 'reader', false],
    [['guest', 'editor'], 'reader', true],
    [[], 'reader', false],
  ] as const)
    assert.equal(roles.has(has, wanted), is, `${has.join()} as ${wanted}`);
});

test('an undeclared role only includes itself', () => {
  const roles = new RoleHierarchy({ admin: ['editor'] });
  assert.deepEqual([...roles.known!].toSorted(), ['admin', 'editor']);
  assert.equal(roles.has(['admin'], 'owner'), false);
  assert.equal(roles.has(['owner'], 'owner'), true);
  assert.equal(new RoleHierarchy().known, undefined);
  assert.equal(new RoleHierarchy().has(['x'], 'x'), true);
});

test('roles in a list include only themselves', () => {
  const roles = new RoleHierarchy(['admin', 'editor']);
  assert.deepEqual([...roles.known!], ['admin', 'editor']);
  assert.deepEqual([roles.has(['admin'], 'admin'), roles.has(['admin'], 'editor')], [true, false]);
});

test('names of inherited properties are not roles', () => {
  const roles = new RoleHierarchy({ admin: ['editor'] });
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    assert.equal(roles.has(['admin'], name), false, name);
    assert.equal(roles.has([name], 'admin'), false, name);
  }
});

test('roles that include each other are equivalent and cause no infinite loop', () => {
  const roles = new RoleHierarchy({ a: ['b'], b: ['c'], c: ['a'], d: [] });
  for (const one of ['a', 'b', 'c']) for (const other of ['a', 'b', 'c']) assert.ok(roles.has([one], other));
  assert.equal(roles.has(['a'], 'd'), false);
  assert.equal(roles.has(['d'], 'a'), false);
});

test('a role includes exactly the roles that are reachable in a random graph', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const config = fc.dictionary(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...names)));
  fc.assert(
    fc.property(config, fc.constantFrom(...names), fc.constantFrom(...names), (includes, has, wanted) => {
      const reached = new Set([has]);
      // The longest path has as many steps as there are names.
      for (const _ of names)
        for (const value of [...reached]) for (const next of includes[value] ?? []) reached.add(next);
      assert.equal(new RoleHierarchy(includes).has([has], wanted), reached.has(wanted));
    }),
  );
});

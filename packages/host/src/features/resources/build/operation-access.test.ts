import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCESS_PHASES } from '../../../http/access-input.ts';
import type { AnyRule } from '../../../http/access-rule.ts';
import type { Operation } from '../model/operation.ts';
import { isReadOperation } from '../model/operation.ts';
import { operationAccess, readAccess } from './operation-access.ts';

type Access = Readonly<Record<string, AnyRule | boolean>>;
const first = (): boolean => true;
const second = (): boolean => true;

function operation(kind: string, access: Access | undefined, more: object = {}): Operation {
  const methods: Readonly<Record<string, string>> = {
    list: 'GET',
    get: 'GET',
    create: 'POST',
    replace: 'PUT',
    patch: 'PATCH',
    bulk: 'PATCH',
    delete: 'DELETE',
  };
  return {
    kind,
    method: methods[kind] ?? 'POST',
    hasItem: false,
    custom: undefined,
    resource: { definition: { access } },
    ...more,
  } as never;
}
const getRule = (kind: string, access: Access, more?: object): unknown =>
  operationAccess(operation(kind, access, more))?.rule;

test('the rule of an operation overrides those for reading and writing', () => {
  const groups = { read: 'role:r', write: 'role:w' } as const;
  for (const kind of ['list', 'get']) assert.deepEqual(getRule(kind, groups), ['role:r'], kind);
  for (const kind of ['create', 'replace', 'patch', 'bulk', 'delete'])
    assert.deepEqual(getRule(kind, groups), ['role:w'], kind);
  for (const kind of ['list', 'get', 'create', 'replace', 'patch', 'delete'])
    assert.deepEqual(getRule(kind, { ...groups, [kind]: ['user', 'role:own'] }), ['user', 'role:own'], kind);
  assert.deepEqual(getRule('bulk', { ...groups, patch: 'role:p' }), ['role:p']);
  assert.deepEqual(getRule('custom', groups, { custom: {} }), ['role:w']);
  assert.deepEqual(getRule('custom', groups, { custom: {}, method: 'GET' }), ['role:r']);
  assert.deepEqual(getRule('custom', groups, { custom: { access: 'never' } }), ['never']);
});

test('an operation without rules has no access', () => {
  assert.equal(operationAccess(operation('list', undefined)), undefined);
  assert.equal(operationAccess(operation('create', { read: 'user' })), undefined);
  assert.deepEqual(operationAccess(operation('custom', undefined, { custom: { access: 'user' } }))?.rule, ['user']);
});

test('a public rule is empty, unless read rules hide items', () => {
  assert.deepEqual(getRule('create', { write: 'public' }), []);
  assert.deepEqual(getRule('create', { write: 'public', read: first }), ['public']);
});

test('read rules that are functions hide items from other operations', () => {
  const getHiding = (kind: string, access: Access): unknown => operationAccess(operation(kind, access))?.hiding;
  const both = { read: [first, 'user'], list: second, write: 'user' } as const;
  for (const kind of ['create', 'patch', 'delete']) assert.deepEqual(getHiding(kind, both), [first, second], kind);
  assert.deepEqual(getHiding('get', both), [second]);
  assert.deepEqual(getHiding('list', both), []);
  assert.deepEqual(getHiding('patch', { ...both, get: ['user', second] }), [second]);
  assert.deepEqual(getHiding('patch', { read: [first, first], write: 'user' }), [first]);
  // A write with the rule for reading responds like GET.
  assert.deepEqual(getHiding('patch', { read: first, write: first }), [first]);
  assert.deepEqual(getHiding('patch', { read: 'user', write: 'user' }), []);
  assert.deepEqual(operationAccess(operation('patch', { read: first }))?.rule, undefined);
  assert.deepEqual(getHiding('patch', { read: first }), [first]);
});

test('the last phase is that in which all values of the operation are known', () => {
  const getLast = (kind: string, more?: object): unknown =>
    operationAccess(operation(kind, { read: 'user', write: 'user' }, more))?.last;
  assert.deepEqual(
    ['list', 'get', 'delete', 'create', 'replace', 'patch', 'bulk'].map((kind) => getLast(kind)),
    [
      ...[ACCESS_PHASES.head, ACCESS_PHASES.item, ACCESS_PHASES.item],
      ...[ACCESS_PHASES.body, ACCESS_PHASES.body, ACCESS_PHASES.body, ACCESS_PHASES.body],
    ],
  );
  assert.equal(getLast('custom', { custom: { input: {} } }), ACCESS_PHASES.body);
  assert.equal(getLast('custom', { custom: {}, hasItem: true }), ACCESS_PHASES.item);
  assert.equal(getLast('custom', { custom: {} }), ACCESS_PHASES.head);
});

test('hide is a setting of the resource', () => {
  assert.equal(operationAccess(operation('list', { read: 'user' }))?.hide, false);
  assert.equal(operationAccess(operation('list', { read: 'user', hide: true }))?.hide, true);
});

test('readAccess has the rule of get and the functions that hide items', () => {
  const of = (access: Access | undefined): unknown => readAccess({ access } as never);
  assert.equal(of(undefined), undefined);
  assert.equal(of({ write: 'user' }), undefined);
  assert.equal(of({ read: 'public' }), undefined);
  assert.deepEqual(of({ read: 'user' }), { get: ['user'], hiding: [] });
  assert.deepEqual(of({ get: 'role:a', read: first }), { get: ['role:a'], hiding: [] });
  assert.deepEqual(of({ read: first, list: second }), { get: [first], hiding: [first, second] });
  assert.deepEqual(of({ list: second }), { get: [], hiding: [second] });
  assert.deepEqual(of({ read: 'public', list: second }), { get: ['public'], hiding: [second] });
});

test('lists, items and custom operations with a safe method read', () => {
  for (const [kind, method, expected] of [
    ['list', 'QUERY', true],
    ['get', 'GET', true],
    ['list', 'POST', true],
    ['custom', 'GET', true],
    ['custom', 'HEAD', true],
    ['custom', 'QUERY', true],
    ['custom', 'POST', false],
    ['patch', 'PATCH', false],
    ['delete', 'DELETE', false],
  ] as const)
    assert.equal(isReadOperation({ kind, method }), expected, `${kind} ${method}`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpContext } from '../../../../../core/src/http/context.ts';
import { createContext } from '../../../testing/create-context.ts';
import { FieldInput } from '../declare/field-input.ts';
import type { CompiledFieldRule } from '../declare/field-input.ts';
import { denyAll, evaluateFieldRule, findReadableFields, toFieldPredicate } from './field-predicate.ts';

const ada = { id: 'ada', roles: ['editor'] };

function getContext(user: typeof ada | null, access?: object): HttpContext {
  const context = createContext('GET /');
  Object.defineProperties(context, { user: { value: user }, principal: { value: user }, access: { value: access } });
  return context;
}

const evaluate = (rule: unknown, user: typeof ada | null = ada, access?: object, item?: unknown): boolean | 'item' =>
  evaluateFieldRule(toFieldPredicate(rule as never), () => new FieldInput(getContext(user, access), {}, item));

test('a field without a rule is public', () => {
  assert.deepEqual(
    [toFieldPredicate(undefined), toFieldPredicate('public'), toFieldPredicate('never')],
    ['public', 'public', 'never'],
  );
  assert.deepEqual([evaluate(undefined, null), evaluate('public', null), evaluate('never')], [true, true, false]);
});

test('keywords grant access to users and roles', () => {
  for (const [rule, user, expected] of [
    ['user', ada, true],
    ['user', null, false],
    ['role:editor', ada, true],
    ['role:admin', ada, false],
    ['role:editor', null, false],
  ] as const)
    assert.equal(evaluate(rule, user), expected, rule);
});

test('the access decision of the host evaluates keywords and attributes', () => {
  const asked: unknown[] = [];
  const access = {
    grantsKeyword: (word: string, user: unknown) => asked.push([word, user]) > 0 && word === 'role:admin',
    isGranted: (_request: unknown, attribute: string) => attribute === 'publish',
    decide: () => assert.fail(),
  };
  assert.deepEqual([evaluate('role:admin', ada, access), evaluate('role:editor', ada, access)], [true, false]);
  assert.deepEqual(
    [evaluate('attribute:publish', ada, access), evaluate('attribute:sell', ada, access)],
    [true, false],
  );
  assert.deepEqual(asked[0], ['role:admin', ada]);
});

test('only true grants access', () => {
  for (const answer of [false, undefined, null, 1, 'yes', {}])
    assert.equal(
      evaluate(() => answer),
      false,
      String(answer),
    );
  assert.equal(
    evaluate(() => true),
    true,
  );
  assert.equal(denyAll({} as never), false);
});

test('a rule that reads the item is decided for each item', () => {
  const owns = ({ item }: { item: { owner: string } }): boolean => item.owner === 'ada';
  assert.equal(evaluate(owns), 'item');
  assert.deepEqual(
    [evaluate(owns, ada, undefined, { owner: 'ada' }), evaluate(owns, ada, undefined, { owner: 'bob' })],
    [true, false],
  );
  // A rule that catches the error has decided nothing.
  const catching = (input: { item: { owner: string } }): boolean => {
    try {
      return input.item.owner === 'ada';
    } catch {
      return true;
    }
  };
  assert.equal(evaluate(catching), 'item');
});

test('an error of a rule is thrown', () => {
  const broken = (): never => {
    throw new RangeError('no tide');
  };
  assert.throws(() => evaluate(broken), new RangeError('no tide'));
});

test('a rule that returns a promise is an error, and its rejection is handled', () => {
  const message = /returned a promise, but field rules are evaluated synchronously/;
  const slow = async (): Promise<boolean> => Promise.reject(new Error('too late'));
  assert.throws(
    () => evaluate(slow),
    (error: Error) =>
      error instanceof TypeError && message.test(error.message) && error.message.includes('The rule slow'),
  );
  assert.throws(
    () => evaluate(Object.defineProperty(slow.bind(null), 'name', { value: '' })),
    /The rule of a field returned/,
  );
});

test('findReadableFields lists readable fields, and those that depend on the item', () => {
  const fields: { name: string; read: CompiledFieldRule }[] = [
    { name: 'a', read: 'public' },
    { name: 'b', read: 'never' },
    { name: 'c', read: (input) => Boolean(input.item) },
    { name: 'd', read: () => true },
    { name: 'e', read: () => false },
  ];
  const createInput = (): FieldInput => new FieldInput(getContext(ada), {});
  assert.deepEqual(findReadableFields(fields, createInput), { readable: ['a', 'c', 'd'], itemDependent: ['c'] });
  const item = new FieldInput(getContext(ada), {}, { any: 1 });
  const hidden = fields.filter(({ read }) => evaluateFieldRule(read, () => item) !== true);
  assert.deepEqual(
    hidden.map(({ name }) => name),
    ['b', 'e'],
  );
});

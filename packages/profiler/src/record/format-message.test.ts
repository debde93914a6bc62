import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from 'node:util';
import { Redactor } from './redaction/redactor.ts';
import { formatMessage } from './format-message.ts';

test('placeholders are replaced as util.format replaces them', () => {
  for (const values of [
    [],
    ['100 % of %s'],
    ['%s is %d years, %j', 'Bob', 42, { a: 1 }],
    ['%i %f %d', '4.7', '4.7', 5n],
    ['%s: %s', 't', '0.018ms', 'more', 7],
    ['%% %s %s', 'a'],
    ['%c styled %s', 'color: red', 'text'],
    ['%d', Symbol('a')],
    ['%x', 'a'],
    [7, '%s', 'a'],
  ])
    assert.equal(formatMessage(values, 1_000), format(...values));
});

test('a secret behind its name in a format is masked', () => {
  const redactor = new Redactor();
  for (const [text, value] of [
    ['password: %s', 'Zq7'],
    ['token=%s, then', 'Zq7'],
    ['api_key: %j', 'Zq7'],
  ])
    assert.doesNotMatch(redactor.text(formatMessage([text, value], 1_000)), /Zq7/);
});

test('no code of the application is called', () => {
  const value = {
    get secret() {
      return assert.fail('getter');
    },
    toString: () => assert.fail('toString'),
    valueOf: () => assert.fail('valueOf'),
    toJSON: () => assert.fail('toJSON'),
  };
  for (const placeholder of ['%s', '%d', '%i', '%f', '%o', '%O']) formatMessage([placeholder, value], 1_000);
  assert.equal(formatMessage(['%d', value], 1_000), 'NaN');
});

test('a message has at most as many characters as are allowed', () => {
  assert.equal(formatMessage(['%s%s', 'a'.repeat(50), 'b'.repeat(50)], 60), 'a'.repeat(50) + 'b'.repeat(10));
});

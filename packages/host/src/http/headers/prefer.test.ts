import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePrefer } from './prefer.ts';

const read = (header: string) => Object.fromEntries(parsePrefer(header));

test('parses preferences with and without values', () => {
  assert.deepEqual(read('respond-async, wait=10; x=y, Return="minimal"'), {
    'respond-async': '',
    wait: '10',
    return: 'minimal',
  });
});

test('the first of several preferences with the same name is used (RFC 7240 §2)', () =>
  assert.deepEqual(read('return=minimal, return=representation'), { return: 'minimal' }));

test('invalid preferences are ignored', () => assert.deepEqual(read('=, "a", b c, d=e'), { d: 'e' }));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownArguments } from './redis-arguments.ts';

test('keys, fields and numbers are shown, and values are replaced', () => {
  assert.deepEqual(shownArguments('GET', ['user:7']), ['user:7']);
  assert.deepEqual(shownArguments('SET', ['user:7', 'secret', 'EX', 60]), ['user:7', '?', '?', '?']);
  assert.deepEqual(shownArguments('HSET', ['user:7', 'name', 'secret']), ['user:7', 'name', '?']);
  assert.deepEqual(shownArguments('PSETEX', ['user:7', 60, 'secret']), ['user:7', '60', '?']);
  assert.deepEqual(shownArguments('EVALSHA', ['f00', 1, 'key', 'secret']), ['f00', '1', 'key', '?']);
  assert.deepEqual(shownArguments('GET', [Buffer.from('user:7')]), ['user:7']);
});

test('the arguments of commands that change credentials or are unknown are replaced', () => {
  assert.deepEqual(shownArguments('AUTH', ['ada', 'secret']), ['?', '?']);
  assert.deepEqual(shownArguments('HELLO', [3, 'AUTH', 'ada', 'secret']), ['?', '?', '?', '?']);
  assert.deepEqual(shownArguments('CONFIG', ['SET', 'requirepass', 'secret']), ['?', '?', '?']);
  assert.deepEqual(shownArguments('MY.COMMAND', ['secret']), ['?']);
});

test('the number and the length of arguments are limited, and ids of sessions are masked', () => {
  const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
  assert.deepEqual(shownArguments('MGET', keys).slice(-2), ['k23', '… 76 more']);
  assert.equal(shownArguments('GET', ['x'.repeat(1_000)])[0]!.length, 201);
  assert.deepEqual(shownArguments('GET', ['app:sess:f00']), ['app:sess:•••']);
});

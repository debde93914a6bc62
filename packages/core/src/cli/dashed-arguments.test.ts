import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowDashes } from './dashed-arguments.ts';

const OPTIONS = { sort: { type: 'string' }, json: { type: 'boolean', short: 'j' } } as const;
const isTerm = (arg: string): boolean => arg.startsWith('-') && arg.includes(':');

test('the value of an option may begin with a minus, unless it is an option', () => {
  assert.deepEqual(allowDashes(['a', '--sort', '-duration', 'b'], OPTIONS), ['a', '--sort=-duration', 'b']);
  for (const args of [
    ['--sort', '--json'],
    ['--sort', '-j'],
    ['--json', '-x'],
    ['--sort=x', '-y'],
    ['--sort', '-'],
    ['--sort'],
    ['--sort', '--', '-duration'],
  ])
    assert.deepEqual(allowDashes(args, OPTIONS), args);
});

test('search terms that begin with a minus become arguments', () => {
  assert.deepEqual(allowDashes(['list', '-path:/x', '--json', '--sort', '-url:y'], OPTIONS, isTerm), [
    ...['list', '--json', '--sort=-url:y', '--', '-path:/x'],
  ]);
  assert.deepEqual(allowDashes(['list', '-a:b', '--', '-c:d', '--json'], OPTIONS, isTerm), [
    ...['list', '--', '-a:b', '-c:d', '--json'],
  ]);
});

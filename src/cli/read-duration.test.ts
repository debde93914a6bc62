import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from './command.ts';
import { readDuration } from './read-duration.ts';

test('a duration on the command line is a number of milliseconds, or a number and a unit with or without a space', () => {
  for (const [text, milliseconds] of [
    ['250', 250],
    ['10s', 10_000],
    ['10 s', 10_000],
    ['1.5min', 90_000],
  ] as const)
    assert.equal(readDuration('--grace', text), milliseconds);
});

test('another duration on the command line is rejected with the option and its value', () => {
  for (const text of ['soon', '10m', '-1', '1h 5min', ''])
    assert.throws(
      () => readDuration('--grace', text, { maximum: 86_400_000 }),
      (error) => error instanceof UsageError && error.message.startsWith(`--grace is "${text}"; expected milliseconds`),
    );
});

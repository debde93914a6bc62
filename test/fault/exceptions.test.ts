import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exceptions } from './scenarios/exceptions.ts';
import { describeResult, isBroken } from './support/report.ts';
import { Run } from './support/scenario.ts';

test('an error at any position of any event, and in any part, causes one correct response and a log record', async () => {
  await using run = new Run(true);
  const figures = await exceptions.run(run);
  const result = { ...exceptions, short: true, date: '', figures };
  assert.deepEqual(figures.filter(isBroken), [], describeResult(result));
});

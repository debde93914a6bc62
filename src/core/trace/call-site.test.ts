import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callSite } from './call-site.ts';

function declare() {
  return callSite(declare);
}

test('the place is where the caller stands', () => {
  const at = declare();
  assert.match(at!.file, /^\/.*src\/core\/trace\/call-site\.test\.ts$/);
  assert.deepEqual([at!.line, at!.column], [10, 14]);
});

test('a place that cannot be told is left out, and stacks stay as deep as they were', () => {
  Error.stackTraceLimit = 17;
  assert.equal(
    callSite(() => {}),
    undefined,
  );
  assert.equal(Error.stackTraceLimit, 17);
});

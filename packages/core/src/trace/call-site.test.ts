import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callSite } from './call-site.ts';

function declare() {
  return callSite(declare);
}

test('returns the position of the caller', () => {
  const location = declare();
  assert.match(location!.file, /^\/.*src\/trace\/call-site\.test\.ts$/);
  assert.deepEqual([location!.line, location!.column], [10, 20]);
});

test('returns undefined when the position is unknown, and restores the stack trace limit', () => {
  Error.stackTraceLimit = 17;
  assert.equal(
    callSite(() => {}),
    undefined,
  );
  assert.equal(Error.stackTraceLimit, 17);
});

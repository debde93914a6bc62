import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryCallers } from './query-caller.ts';

const SQL = 'select * from boats';

/** Returns callers that use `getLocation` instead of the stack, and the number of its calls. */
function observedCallers(getLocation: () => string | undefined): { callers: QueryCallers; looks: () => number } {
  let looks = 0;
  const callers = new QueryCallers(() => {
    looks++;
    return getLocation();
  });
  return { callers, looks: () => looks };
}

test('the caller of the same statement in the same span is looked up often at first and rarely later', () => {
  const { callers, looks } = observedCallers(() => 'app.ts:4');
  for (let i = 0; i < 16; i++) assert.equal(callers.of(SQL, 'list'), 'app.ts:4');
  assert.equal(looks(), 16);
  for (let i = 0; i < 640; i++) assert.equal(callers.of(SQL, 'list'), 'app.ts:4');
  assert.equal(looks(), 26);
});

test('callers are separate for each statement and span', () => {
  let location = 'app.ts:4';
  const { callers } = observedCallers(() => location);
  for (let i = 0; i < 100; i++) callers.of(SQL, 'list');
  location = 'app.ts:9';
  assert.equal(callers.of(SQL, 'search'), 'app.ts:9');
  assert.equal(callers.of(`${SQL} where id = ?`, 'list'), 'app.ts:9');
});

test('the caller of a statement with two call sites is looked up each time', () => {
  let location = 'app.ts:4';
  const { callers } = observedCallers(() => location);
  callers.of(SQL, 'list');
  location = 'app.ts:9';
  callers.of(SQL, 'list');
  for (let i = 0; i < 200; i++) {
    location = `app.ts:${i % 2}`;
    assert.equal(callers.of(SQL, 'list'), location);
  }
});

test('a second call site is found by the next lookup', () => {
  let location: string | undefined;
  const { callers, looks } = observedCallers(() => location);
  for (let i = 0; i < 30; i++) assert.equal(callers.of(SQL, 'list'), undefined);
  location = 'app.ts:9';
  const seen = Array.from({ length: 100 }, () => callers.of(SQL, 'list'));
  assert.equal(seen.indexOf(location), 33, 'the second caller is found with the 64th execution');
  assert.ok(seen.slice(33).every((element) => element === location));
  assert.equal(looks(), 16 + 67);
});

test('the number of remembered callers is bounded, and others are looked up each time', () => {
  const { callers, looks } = observedCallers(() => 'app.ts:4');
  for (let i = 0; i < 100; i++) callers.of(`${SQL} ${'x'.repeat(2_000)}`, 'list');
  for (let i = 0; i < 100; i++) callers.of(SQL, 'y'.repeat(3_000));
  assert.equal(looks(), 200);
  // The statement runs in more spans than are cached.
  for (let i = 0; i < 100; i++) callers.of(SQL, `span ${i}`);
  for (let i = 0; i < 100; i++) callers.of(SQL, 'span 99');
  assert.equal(looks(), 400);
});

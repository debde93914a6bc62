import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryCallers } from './query-caller.ts';

const SQL = 'select * from boats';

/** Callers whose stack is what `at` tells. */
function watched(at: () => string | undefined): { callers: QueryCallers; looks: () => number } {
  let looks = 0;
  const callers = new QueryCallers(() => {
    looks++;
    return at();
  });
  return { callers, looks: () => looks };
}

test('the same statement in the same span is looked up for a while, then now and then', () => {
  const { callers, looks } = watched(() => 'app.ts:4');
  for (let i = 0; i < 16; i++) assert.equal(callers.of(SQL, 'list'), 'app.ts:4');
  assert.equal(looks(), 16);
  for (let i = 0; i < 640; i++) assert.equal(callers.of(SQL, 'list'), 'app.ts:4');
  assert.equal(looks(), 26);
});

test('other statements and other spans are others', () => {
  let place = 'app.ts:4';
  const { callers } = watched(() => place);
  for (let i = 0; i < 100; i++) callers.of(SQL, 'list');
  place = 'app.ts:9';
  assert.equal(callers.of(SQL, 'search'), 'app.ts:9');
  assert.equal(callers.of(`${SQL} where id = ?`, 'list'), 'app.ts:9');
});

test('a statement that comes from two places is looked up each time', () => {
  let place = 'app.ts:4';
  const { callers } = watched(() => place);
  callers.of(SQL, 'list');
  place = 'app.ts:9';
  callers.of(SQL, 'list');
  for (let i = 0; i < 200; i++) {
    place = `app.ts:${i % 2}`;
    assert.equal(callers.of(SQL, 'list'), place);
  }
});

test('a second place that comes late is found with the next look', () => {
  let place: string | undefined;
  const { callers, looks } = watched(() => place);
  for (let i = 0; i < 30; i++) assert.equal(callers.of(SQL, 'list'), undefined);
  place = 'app.ts:9';
  const seen = Array.from({ length: 100 }, () => callers.of(SQL, 'list'));
  assert.equal(seen.indexOf(place), 33, 'the sixty-fourth');
  assert.ok(seen.slice(33).every((each) => each === place));
  assert.equal(looks(), 16 + 67);
});

test('what is remembered is bounded, and the rest looked up each time', () => {
  const { callers, looks } = watched(() => 'app.ts:4');
  for (let i = 0; i < 100; i++) callers.of(`${SQL} ${'x'.repeat(2_000)}`, 'list');
  for (let i = 0; i < 100; i++) callers.of(SQL, 'y'.repeat(3_000));
  assert.equal(looks(), 200);
  // So many spans ask for one statement that those that come later are not known.
  for (let i = 0; i < 100; i++) callers.of(SQL, `span ${i}`);
  for (let i = 0; i < 100; i++) callers.of(SQL, 'span 99');
  assert.equal(looks(), 400);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyAttempts, MAX_ADDRESSES, MAX_FAILURES } from './key-attempts.ts';
import { mockClock } from '../../../../../../test/lib/mock-clock.ts';

test('after ten failures, an address has to wait until its minute is over, and other addresses do not', (t) => {
  const clock = mockClock(t, 1_000_000);
  const attempts = new KeyAttempts();
  for (let i = 0; i < MAX_FAILURES; i++) {
    assert.equal(attempts.secondsToWait('192.0.2.1'), 0);
    attempts.fail('192.0.2.1');
  }
  assert.equal(attempts.secondsToWait('192.0.2.1'), 60);
  assert.equal(attempts.secondsToWait('192.0.2.2'), 0);
  clock.tick(59_500);
  assert.equal(attempts.secondsToWait('192.0.2.1'), 1);
  clock.tick(500);
  assert.equal(attempts.secondsToWait('192.0.2.1'), 0);
  assert.equal(attempts.size, 0);
});

test('the number of addresses is limited, and the oldest entry is removed', () => {
  const attempts = new KeyAttempts();
  for (let i = 0; i < MAX_FAILURES; i++) attempts.fail('first');
  for (let i = 0; i < MAX_ADDRESSES - 1; i++) attempts.fail(`address ${i}`);
  assert.ok(attempts.secondsToWait('first') > 0);
  attempts.fail('one more');
  assert.equal(attempts.size, MAX_ADDRESSES);
  assert.equal(attempts.secondsToWait('first'), 0);
});

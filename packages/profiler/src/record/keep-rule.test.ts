import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

// The recorder keeps the functions that it finds when it is loaded.
const random = mock.method(Math, 'random');
const { KeepRule } = await import('./keep-rule.ts');
const { createProfile } = await import('../testing/create-profile.ts');
const { mockClock } = await import('../../../../test/lib/mock-clock.ts');

const slow = createProfile('GET /slow', { summary: { duration: 900 } });
const fine = createProfile('GET /fine');
const repeated = createProfile('GET /repeated', { summary: { findings: ['n1'] } });

test('keeps every profile by default', () => {
  const rule = new KeepRule();
  assert.deepEqual(rule.decide(fine.summary), { weight: 1 });
  assert.equal(rule.description, undefined);
});

test('decides by the summary if no search needs the data', () => {
  const rule = new KeepRule({ keep: ['dur:>250'] });
  assert.deepEqual(rule.decide(slow.summary), { weight: 1 });
  assert.deepEqual(rule.decide(fine.summary), { reason: 'not-kept' });
});

test('asks for the data if a search on findings or logs may match', () => {
  const rule = new KeepRule({ keep: ['dur:>250', 'has:n1', 'log:payment'] });
  assert.deepEqual(rule.decide(slow.summary), { weight: 1 });
  assert.equal(rule.decide(repeated.summary), undefined);
  assert.deepEqual(rule.decide(repeated.summary, repeated.data), { weight: 1 });
  assert.deepEqual(rule.decide(fine.summary, fine.data), { reason: 'not-kept' });
});

test('a sampled profile represents those that were not kept', () => {
  const chances = [0.5, 0.009];
  random.mock.mockImplementation(() => chances.shift()!);
  const rule = new KeepRule({ keep: ['dur:>250'], sample: 0.01 });
  assert.deepEqual(rule.decide(fine.summary), { reason: 'not-kept' });
  assert.deepEqual(rule.decide(fine.summary), { weight: 100 });
  assert.deepEqual(rule.decide(slow.summary), { weight: 1 });
});

test('the first profile of a minute represents those over the limit of the previous one', (t) => {
  const clock = mockClock(t, 60_000_000);
  const rule = new KeepRule({ perMinute: 1 });
  assert.deepEqual(rule.decide(fine.summary), { weight: 1 });
  assert.deepEqual(rule.decide(fine.summary), { reason: 'over-limit' });
  assert.deepEqual(rule.decide(slow.summary), { reason: 'over-limit' });
  clock.tick(60_000);
  assert.deepEqual(rule.decide(fine.summary), { weight: 3 });
});

test('describes the rule', () => {
  assert.equal(
    new KeepRule({ keep: ['status:>=400', 'has:n1'], sample: 0.01, perMinute: 600 }).description,
    'status:>=400 or has:n1; 1 % of the others; at most 600 per minute',
  );
  assert.equal(new KeepRule({ sample: 0.5 }).description, '50 % of all requests');
  assert.equal(new KeepRule({ sample: 0 }).description, 'none');
});

test('rejects searches that are invalid or need what a new profile does not have', () => {
  assert.throws(() => new KeepRule({ keep: ['stauts:500'] }), /did you mean "status"/);
  assert.throws(() => new KeepRule({ keep: ['since:10m'] }), /cannot select the profiles to keep/);
  assert.throws(() => new KeepRule({ keep: ['has:pin'] }), /cannot select the profiles to keep/);
  assert.throws(() => new KeepRule({ keep: [' '] }), /no terms/);
});

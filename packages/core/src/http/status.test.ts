import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowsBody, reasonPhrase } from './status.ts';

test('returns the reason phrase of a status, and that of its class for an unregistered one', () => {
  assert.equal(reasonPhrase(404), 'Not Found');
  assert.equal(reasonPhrase(499), 'Client Error');
  assert.equal(reasonPhrase(700), 'Unknown Status');
});

test('responses with 204, 205, 304 and 1xx have no body', () => {
  assert.deepEqual([100, 200, 204, 205, 304, 404].map(allowsBody), [false, true, false, false, false, true]);
});

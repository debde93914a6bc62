import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

test('the profile has the status and the body that were sent, not others that the application tried to send', async (t) => {
  const app = await startApplication(t, 'sent-responses.mjs');
  for (const [path, status, body] of [
    ['/ended-twice', 200, 'first'],
    ['/written-after-the-end', 200, 'first'],
    ['/refused', 201, 'abc'],
    ['/late-status', 200, 'ab'],
    ['/late-status-without-a-body', 200, 'ab'],
    ['/own-class', 200, 'once'],
  ] as const) {
    const response = await fetch(`${app.url}${path}`);
    assert.deepEqual([response.status, await response.text()], [status, body], path);
    const { summary, data } = await app.profileOf(response);
    const recorded = data.response.body;
    assert.deepEqual([summary.status, data.response.status, recorded?.content], [status, status, body], path);
    assert.deepEqual([summary.bytes, recorded?.size], [body.length, body.length], path);
  }
});

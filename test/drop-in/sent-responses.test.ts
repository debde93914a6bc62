import assert from 'node:assert/strict';
import { get } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually, startApplication } from './lib/application.ts';
import { startPages } from './lib/pages.ts';
import { withoutSlowness } from './lib/findings.ts';

test('the profile has the status and the body that were sent, not others that the application tried to send', async (t) => {
  const app = await startApplication(t, 'sent-responses.mjs');
  for (const [path, status, body] of [
    ['/ended-twice', 200, 'first'],
    ['/written-after-the-end', 200, 'first'],
    ['/refused', 201, 'abc'],
    ['/late-status', 200, 'ab'],
    ['/late-status-without-a-body', 200, 'ab'],
    ['/own-class', 200, 'once'],
    ['/changed-by-a-class', 200, 'AB'],
    ['/method-of-the-prototype', 200, 'seen'],
  ] as const) {
    const response = await fetch(`${app.url}${path}`);
    assert.deepEqual([response.status, await response.text()], [status, body], path);
    const { summary, data } = await app.profileOf(response);
    const recorded = data.response.body;
    assert.deepEqual([summary.status, data.response.status, recorded?.content], [status, status, body], path);
    assert.deepEqual([summary.bytes, recorded?.size], [body.length, body.length], path);
  }
});

test('the size of a body that the application sends with a method of a base class is recorded', async (t) => {
  const app = await startApplication(t, 'sent-responses.mjs');
  const response = await fetch(`${app.url}/method-of-the-base-class`);
  assert.equal(await response.text(), 'unseen');
  const { summary, data } = await app.profileOf(response);
  assert.deepEqual([summary.bytes, data.response.body?.size, data.response.body?.kept], [6, 6, 0]);
  const shorter = await fetch(`${app.url}/shorter-than-announced`);
  await assert.rejects(shorter.text());
  assert.equal((await app.profileOf(shorter)).summary.bytes, 0);
});

test('a request whose client leaves before the head of the response has no status, and its pages say so', async (t) => {
  const app = await startApplication(t, 'sent-responses.mjs');
  const call = get(`${app.url}/never`).on('error', () => undefined);
  await eventually(() => app.errors().includes('no response yet') || undefined);
  call.destroy();
  const [profile] = await app.profiles(1);
  const { summary, data } = profile!;
  assert.deepEqual([summary.status, summary.aborted, summary.bytes, data.response.headers], [0, true, 0, []]);
  assert.deepEqual(withoutSlowness(summary.findings).toSorted(), ['aborted', 'logged-errors']);
  const texts = data.findings.map(({ text }) => text).join('\n');
  assert.match(texts, /The client disconnected after .* before a response was sent$/m);
  assert.match(texts, /^1 error logged: no response yet$/m);
  const pages = await startPages(t, app.store);
  const page = await (await fetch(`${pages}/_profiler/${summary.token}`)).text();
  assert.match(page, /<title>No response – GET \/never/);
  assert.match(page, />No response</);
  const list = await (await fetch(`${pages}/_profiler/?q=status:0`)).text();
  assert.match(list, /<b class="?warning"?>none<\/b>/);
});

test('a response without its connection, or that waits for another response, ends with the connection', async (t) => {
  const app = await startApplication(t, 'sent-responses.mjs');
  assert.equal(await (await fetch(`${app.url}/detached`)).text(), 'raw');
  const [detached] = await app.profiles(1);
  assert.deepEqual([detached!.summary.path, detached!.summary.status], ['/detached', 0]);
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const pipelined = 15;
  socket.write(`GET /never HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(pipelined));
  await eventually(() => app.errors().split('no response yet').length > pipelined || undefined);
  socket.destroy();
  const profiles = await app.profiles(1 + pipelined);
  assert.deepEqual(
    profiles.slice(1).map(({ summary }) => [summary.path, summary.status, summary.aborted]),
    Array.from({ length: pipelined }, () => ['/never', 0, true]),
  );
  assert.ok(!app.errors().includes('MaxListenersExceededWarning'), app.errors());
});

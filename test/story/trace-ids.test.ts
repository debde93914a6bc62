import assert from 'node:assert/strict';
import { test } from 'node:test';
import { route } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
const hello = route('hello', 'GET /hello', {
  handle: ({ log }) => {
    log('info', 'Hello');
    return {};
  },
});

test('the log records of a request have the trace id that its client sent', async () => {
  const { send, logs } = createTestHost({ routes: [hello], profiler: false });
  await send('GET /hello', { headers });
  await send('GET /hello');
  const ids = logs.filter(({ message }) => message === 'Hello').map(({ traceId }) => traceId);
  assert.deepEqual(ids, [TRACE, undefined]);
});

test('the log records of a recorded request have the trace id of its profile', async () => {
  const { send, logs, profileOf } = createTestHost({ routes: [hello] }, { profiles: true });
  const continued = await profileOf(await send('GET /hello', { headers }));
  const profile = await profileOf(await send('GET /hello'));
  const ids = logs.filter(({ message }) => message === 'Hello').map(({ traceId }) => traceId);
  assert.deepEqual(ids, [continued.summary.traceId, profile.summary.traceId]);
  assert.equal(continued.summary.traceId, TRACE);
  assert.match(profile.summary.traceId!, /^[0-9a-f]{32}$/);
});

test('all records of a request have the id of one span of its own, which is not that of the client', async () => {
  const { send, logs } = createTestHost({ routes: [hello] }, { profiles: true });
  await send('GET /hello', { headers });
  await send('GET /hello', { headers });
  const ids = logs.filter(({ message }) => message === 'Hello').map(({ spanId }) => spanId);
  for (const id of ids) assert.match(id!, /^[0-9a-f]{16}$/);
  assert.equal(new Set([...ids, '00f067aa0ba902b7']).size, 3);
});

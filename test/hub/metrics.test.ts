import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestHost } from 'oriel-host/testing';
import type { HubConfig } from 'oriel-host/hub';
import { SECRET, detail, createTestHub, signToken, claims } from './test-hub.ts';

const TOKEN = 'a-token-for-metrics';
const PATH = '/.well-known/mercure/metrics';
const GOOD = { headers: { Authorization: `Bearer ${TOKEN}` } };

/** Parses the metrics of a response by name. */
async function numbersOf(response: Response): Promise<Record<string, number>> {
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const numbers: Record<string, number> = {};
  const lines = (await response.text()).split('\n');
  assert.equal(lines.pop(), '');
  for (let at = 0; at < lines.length; at += 3) {
    const [help, type, sample] = lines.slice(at, at + 3) as [string, string, string];
    const [name = '', value] = sample.split(' ');
    assert.match(help, new RegExp(`^# HELP ${name} .+\\.$`));
    assert.equal(type, `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`);
    numbers[name] = Number(value);
  }
  return numbers;
}

test('the metrics count subscribers, updates, bytes, the history and the queue', async () => {
  const hub = createTestHub({ metrics: { token: TOKEN } });
  const reader = await hub.subscribe('match=a');
  const token = signToken(claims([detail('subscribe', 'a')]));
  const known = await hub.subscribe('match=a', { Authorization: `Bearer ${token}` });
  await hub.host.hub.publish({ topics: 'a', data: 'public' });
  await hub.host.hub.publish({ topics: 'a', data: 'private', private: true });
  await known.next();
  await known.next();
  await reader.close();
  await hub.publish([]);
  const numbers = await numbersOf(await hub.send(`GET ${PATH}`, GOOD));
  assert.ok(numbers['oriel_hub_sent_bytes_total']! > 100);
  assert.deepEqual(
    { ...numbers, oriel_hub_sent_bytes_total: 0, oriel_hub_history_bytes: 0 },
    {
      ...{ oriel_hub_subscribers: 1, oriel_hub_subscribers_total: 2, oriel_hub_topics: 1 },
      ...{ oriel_hub_updates_total: 2, oriel_hub_deliveries_total: 3, oriel_hub_withheld_total: 1 },
      ...{ oriel_hub_sent_bytes_total: 0, oriel_hub_subscribers_cut_total: 0, oriel_hub_subscribers_expired_total: 0 },
      ...{ oriel_hub_requests_refused_total: 1, oriel_hub_publish_failures_total: 0 },
      ...{ oriel_hub_history_updates: 2, oriel_hub_history_bytes: 0 },
      ...{ oriel_hub_queue_sent_total: 0, oriel_hub_queue_retried_total: 0, oriel_hub_queue_failed_total: 0 },
      ...{ oriel_hub_queue_dropped_total: 0, oriel_hub_queue_waiting: 0 },
    },
  );
});

test('the metrics need their token, and get 404 unless they are configured', async () => {
  const hub = createTestHub({ metrics: { token: TOKEN, path: '/metrics' } });
  const statusOf = async (headers: Record<string, string>, path = '/metrics') =>
    (await hub.send(`GET ${path}`, { headers })).status;
  assert.equal(await statusOf(GOOD.headers), 200);
  assert.equal(await statusOf({}), 401);
  for (const invalid of ['Bearer wrong', 'Bearer ', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, TOKEN])
    assert.equal(await statusOf({ Authorization: invalid }), 401, invalid);
  assert.equal(await statusOf(GOOD.headers, PATH), 404);
  assert.equal((await createTestHub().send(`GET ${PATH}`, GOOD)).status, 404);
});

test('a host with an external hub has metrics of waiting updates', async () => {
  const hub: HubConfig = { url: 'http://localhost:1/', secret: SECRET, metrics: { token: TOKEN }, retries: 0 };
  const host = createTestHost({ hub, profiler: false });
  await assert.rejects(async () => host.host.hub.publish({ topics: 'a' }));
  const numbers = await numbersOf(await host.send(`GET ${PATH}`, GOOD));
  assert.equal(numbers['oriel_hub_publish_failures_total'], 1);
  assert.equal(numbers['oriel_hub_publish_waiting'], 0);
  assert.equal(numbers['oriel_hub_subscribers'], undefined);
});

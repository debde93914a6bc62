import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestHost } from 'oriel-host/testing';
import type { TestHost } from 'oriel-host/testing';
import type { HubConfig } from 'oriel-host/hub';
import { SECRET, detail, createTestHub, signToken, claims } from './test-hub.ts';

/** Returns the metrics of a hub by name, from those of its host. */
async function getNumbers(host: TestHost): Promise<Record<string, number>> {
  const response = await host.send('GET /metrics');
  const numbers: Record<string, number> = {};
  const lines = (await response.text()).split('\n').filter((line) => line.includes('oriel_hub_'));
  for (let index = 0; index < lines.length; index += 3) {
    const [help, type, sample] = lines.slice(index, index + 3) as [string, string, string];
    const [name = '', value] = sample.split(' ');
    assert.match(help, new RegExp(`^# HELP ${name} .+\\.$`));
    assert.equal(type, `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`);
    numbers[name] = Number(value);
  }
  return numbers;
}

test('the metrics count subscribers, updates, bytes, the history and the queue', async () => {
  const hub = createTestHub({}, { metrics: { access: 'public' } });
  const reader = await hub.subscribe('match=a');
  const token = signToken(claims([detail('subscribe', 'a')]));
  const known = await hub.subscribe('match=a', { Authorization: `Bearer ${token}` });
  await hub.host.hub.publish({ topics: 'a', data: 'public' });
  await hub.host.hub.publish({ topics: 'a', data: 'private', private: true });
  await known.next();
  await known.next();
  await reader.close();
  await hub.publish([]);
  const numbers = await getNumbers(hub);
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

test('a host with an external hub has metrics of waiting updates', async () => {
  const hub: HubConfig = { url: 'http://localhost:1/', secret: SECRET, retries: 0 };
  const host = createTestHost({ hub, metrics: { access: 'public' }, profiler: false });
  await assert.rejects(async () => host.host.hub.publish({ topics: 'a' }));
  const numbers = await getNumbers(host);
  assert.equal(numbers['oriel_hub_publish_failures_total'], 1);
  assert.equal(numbers['oriel_hub_publish_waiting'], 0);
  assert.equal(numbers['oriel_hub_subscribers'], undefined);
});

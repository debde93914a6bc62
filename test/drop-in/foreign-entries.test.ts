import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';

const QUEUES = ['fastq', 'fastqPromise', 'async', 'bottleneck', 'pQueue'];
const BROKERS: Readonly<Record<string, number>> = { amqplib: 5672, mqtt: 1883, nats: 4222 };

test('requests that share a queue, a loader or a connection have their own entries only', async (t) => {
  const app = await startApplication(t, 'shared.mjs');
  const send = async (path: string) => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const response = await fetch(`${app.url}/${path}?n=${n}`);
        assert.equal(await response.text(), String(n), path);
        return response;
      }),
    );
    const profiles = await Promise.all(responses.map((response) => app.profileOf(response)));
    return profiles.map(({ data }) => data.logs.map(({ message }) => message));
  };
  for (const path of QUEUES)
    for (const [n, logs] of (await send(path)).entries()) assert.deepEqual(logs, [`work ${n}`, `end ${n}`], path);
  for (const logs of await send('dataloader')) assert.deepEqual(logs, [], 'a batch of several requests has no scope');
  for (const [broker, port] of Object.entries(BROKERS)) {
    if (!(await isOpen(port))) {
      t.diagnostic(`${broker} is not available`);
      continue;
    }
    const hasLogs = broker === 'mqtt';
    for (const [n, logs] of (await send(broker)).entries())
      assert.deepEqual(logs, hasLogs ? [`work ${n}`] : [], broker);
  }
});

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

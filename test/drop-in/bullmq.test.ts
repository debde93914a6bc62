import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { startApplication } from './lib/application.ts';
import { REDIS_URL, whyNoRedis } from './lib/redis.ts';

const skip = await whyNoRedis();
const env = { REDIS_URL };

describe('BullMQ', { skip }, () => {
  test('a job of BullMQ is a profile with its data, result, logs and commands', async (t) => {
    const app = await startApplication(t, 'bullmq.mjs', { env });
    const response = await fetch(`${app.url}/send`);
    assert.equal(await response.text(), '{"sent":"ada"}');
    const request = await app.profileOf(response);
    const { summary, data } = getJob(await app.profiles(2));
    assert.match(summary.url, /^job:oriel-drop-in-\d+\/send-mail$/);
    assert.equal(summary.status, 200);
    assert.equal(summary.traceId, request.summary.traceId);
    assert.match(data.framework!.name, /^BullMQ \d/);
    const { queue, ...attributes } = data.request.attributes;
    assert.match(String(queue), /^oriel-drop-in-/);
    const expected = { 'job id': 'j1', attempt: 1, data: { to: 'ada', password: '•••' }, result: { sent: 'ada' } };
    assert.deepEqual(attributes, expected);
    assert.deepEqual(
      data.logs.map(({ message }) => message),
      ['job send-mail'],
    );
    assert.ok(data.spans.some(({ kind }) => kind === 'cache'));
  });

  test('a request that adds a job to BullMQ has a span with the queue and the id of the job', async (t) => {
    const app = await startApplication(t, 'bullmq.mjs', { env });
    const { data } = await app.profileOf(await fetch(`${app.url}/send`));
    const span = data.spans.find(({ name }) => /^add job oriel-drop-in-\d+\/send-mail$/.test(name))!;
    assert.equal(span.details?.['id'], 'j1');
    assert.match(String(span.details?.['caller']), /bullmq\.mjs:\d+$/);
    assert.ok(data.spans.some(({ kind, parent }) => kind === 'cache' && parent === span.id));
    assert.equal(data.logs.length, 0);
  });

  test('a request that adds several jobs to BullMQ has one span with their ids', async (t) => {
    const app = await startApplication(t, 'bullmq.mjs', { env });
    const response = await fetch(`${app.url}/bulk`);
    assert.equal(await response.text(), '2');
    const { data, summary } = await app.profileOf(response);
    const span = data.spans.find(({ name }) => /^add 2 jobs oriel-drop-in-\d+$/.test(name));
    assert.deepEqual(span?.details?.['ids'], ['1', '2']);
    const profiles = await app.profiles(3);
    assert.deepEqual(
      profiles.map(({ summary: { traceId } }) => traceId),
      Array(3).fill(summary.traceId),
    );
  });

  test('a job of BullMQ that fails has its error, and BullMQ reports it as before', async (t) => {
    const app = await startApplication(t, 'bullmq.mjs', { env });
    assert.equal(await (await fetch(`${app.url}/fail`)).text(), 'no such mailbox');
    const { summary, data } = getJob(await app.profiles(2));
    assert.deepEqual([summary.exception, summary.status], ['RangeError', 500]);
    assert.match(JSON.stringify(data.exception), /no such mailbox/);
  });
});

function getJob(profiles: readonly Profile[]): Profile {
  return profiles.find(({ summary }) => summary.method === 'JOB')!;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from '../../../../core/src/messages/message.ts';
import { HubRequestError } from './hub-error.ts';
import type { HubPublisher, Published } from './publisher.ts';
import { UpdateQueue } from './update-queue.ts';
import type { SendResult } from './update-queue.ts';
import type { UpdateInput } from './update.ts';

/** Returns a hub with this implementation of publish. */
function createHub(publish: (update: UpdateInput) => Published | Promise<Published>): HubPublisher {
  return { publish } as unknown as HubPublisher;
}

/** Sends an update and waits for the result. */
function sent(queue: UpdateQueue, topics: string): Promise<SendResult> {
  return new Promise((resolve) => queue.send({ topics }, resolve));
}

test('reports the result of a synchronous hub immediately', () => {
  const queue = new UpdateQueue(createHub(({ id }) => ({ id: id!, receivers: 3 })));
  let received: SendResult | undefined;
  queue.send({ topics: 'a', id: 'mine' }, (result) => (received = result));
  assert.deepEqual(received, { published: { id: 'mine', receivers: 3 } });
});

test('publishes updates to an asynchronous hub in order, one at a time', async () => {
  const order: string[] = [];
  let running = 0;
  const queue = new UpdateQueue(
    createHub(async ({ topics, id }) => {
      assert.equal(++running, 1);
      await new Promise((resolve) => setTimeout(resolve, topics === 'a' ? 20 : 1));
      running--;
      order.push(String(topics));
      return { id: id!, receivers: undefined };
    }),
  );
  await Promise.all(['a', 'b', 'c'].map((topic) => sent(queue, topic)));
  assert.deepEqual(order, ['a', 'b', 'c']);
});

test('retries a failed update with the same id and counts the retry', async () => {
  const names: string[] = [];
  const queue = new UpdateQueue(
    createHub(({ id }) => {
      names.push(id!);
      return names.length < 3 ? Promise.reject(new Error('down')) : Promise.resolve({ id: id!, receivers: undefined });
    }),
  );
  assert.ok('published' in (await sent(queue, 'a')));
  assert.equal(names.length, 3);
  assert.equal(new Set(names).size, 1);
  assert.deepEqual(queue.counters, { published: 1, retried: 2, failed: 0, dropped: 0 });
});

test('retries an update until the hub accepts it, however long it is away', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let attempts = 0;
  const queue = new UpdateQueue(
    createHub(({ id }) =>
      ++attempts < 30 ? Promise.reject(new Error('down')) : Promise.resolve({ id: id!, receivers: undefined }),
    ),
  );
  const result = sent(queue, 'a');
  for (let round = 0; round < 100; round++) {
    t.mock.timers.tick(10_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok('published' in (await result));
  assert.equal(attempts, 30);
});

test('does not retry an update that the hub rejects, synchronously or asynchronously', async () => {
  let calls = 0;
  const refusal = new HubRequestError(413, message('update.data-too-large', { bytes: 1 }));
  for (const answer of [() => Promise.reject(refusal), () => assert.fail(refusal)]) {
    const queue = new UpdateQueue(createHub(() => (calls++, answer())));
    assert.ok('error' in (await sent(queue, 'a')));
    assert.equal(queue.counters.failed, 1);
  }
  assert.equal(calls, 2);
});

test('limits the number of queued updates while the hub is down', async () => {
  const queue = new UpdateQueue(
    createHub(() => new Promise(() => {})),
    { maxQueued: 2 },
  );
  for (const topic of ['a', 'b', 'c']) queue.send({ topics: topic }, () => {});
  assert.match(String(((await sent(queue, 'd')) as { error: Error }).error), /The queue of the hub is full: 2 updates/);
  assert.equal(queue.counters.dropped, 1);
  queue.close();
  assert.equal(queue.waiting, 0);
});

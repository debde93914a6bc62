import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HubRequestError } from './hub-error.ts';
import type { HubPublisher, Published } from './publisher.ts';
import { UpdateQueue } from './update-queue.ts';
import type { SendResult } from './update-queue.ts';
import type { UpdateInput } from './update.ts';

/** A hub that answers as it is told. */
function hubThat(publish: (update: UpdateInput) => Published | Promise<Published>): HubPublisher {
  return { publish } as unknown as HubPublisher;
}

/** Sends, and waits until it is known what became of it. */
function sent(queue: UpdateQueue, topics: string): Promise<SendResult> {
  return new Promise((resolve) => queue.send({ topics }, resolve));
}

test('a hub that takes no time is told at once', () => {
  const queue = new UpdateQueue(hubThat(({ id }) => ({ id: id!, receivers: 3 })));
  let told: SendResult | undefined;
  queue.send({ topics: 'a', id: 'mine' }, (result) => (told = result));
  assert.deepEqual(told, { published: { id: 'mine', receivers: 3 } });
});

test('updates reach a hub that is slow in their order, one at a time', async () => {
  const order: string[] = [];
  let running = 0;
  const queue = new UpdateQueue(
    hubThat(async ({ topics, id }) => {
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

test('an update that fails is tried again under the same name, and counted', async () => {
  const names: string[] = [];
  const queue = new UpdateQueue(
    hubThat(({ id }) => {
      names.push(id!);
      return names.length < 3 ? Promise.reject(new Error('down')) : Promise.resolve({ id: id!, receivers: undefined });
    }),
  );
  assert.ok('published' in (await sent(queue, 'a')));
  assert.equal(names.length, 3);
  assert.equal(new Set(names).size, 1);
  assert.deepEqual(queue.counters, { published: 1, retried: 2, failed: 0, dropped: 0 });
});

test('what the hub refuses is not tried again, whether it throws or rejects', async () => {
  let asked = 0;
  const refusal = new HubRequestError(413, 'too large');
  for (const answer of [() => Promise.reject(refusal), () => assert.fail(refusal)]) {
    const queue = new UpdateQueue(hubThat(() => (asked++, answer())));
    assert.ok('error' in (await sent(queue, 'a')));
    assert.equal(queue.counters.failed, 1);
  }
  assert.equal(asked, 2);
});

test('while the hub is down so many wait, and no more', async () => {
  const queue = new UpdateQueue(
    hubThat(() => new Promise(() => {})),
    { maxQueued: 2 },
  );
  for (const topic of ['a', 'b', 'c']) queue.send({ topics: topic }, () => {});
  assert.match(String(((await sent(queue, 'd')) as { error: Error }).error), /The queue of the hub is full: 2 updates/);
  assert.equal(queue.counters.dropped, 1);
  queue.close();
  assert.equal(queue.waiting, 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transport } from '../../packages/host/src/features/hub/transport.ts';
import type { Update } from '../../packages/host/src/features/hub/update.ts';

/** Creates connected transports, as several processes would. Their history has at least 100 updates. */
export type MakeTransport = () => Transport | Promise<Transport>;

/**
 * Tests that a transport fulfills its contract. @param start returns a factory of transports that share a new medium
 */
export function transportContract(name: string, start: () => MakeTransport, skip: string | false = false): void {
  const it = (what: string, run: (make: MakeTransport) => Promise<void>): void =>
    void test(`${name} ${what}`, { skip }, () => run(start()));

  it('delivers an update unchanged to every receiver, the publisher included', async (make) => {
    const [one, two] = [await make(), await make()];
    const [first, second] = [await connect(one), await connect(two)];
    const update = sample(1, { data: 'two\nlines é 😀', private: true, type: 'kind', retry: 5, topics: ['a', 'b'] });
    await one.publish(update);
    assert.deepEqual(await first.until(1), [update]);
    assert.deepEqual(await second.until(1), [update]);
    await close(one, two);
  });

  it('delivers updates in the same order to every receiver', async (make) => {
    const [one, two] = [await make(), await make()];
    const [first, second] = [await connect(one), await connect(two)];
    await Promise.all(
      Array.from({ length: 100 }, (_, number) => (number % 2 === 0 ? one : two).publish(sample(number))),
    );
    const order = (await first.until(100)).map(({ id }) => id);
    assert.deepEqual(
      (await second.until(100)).map(({ id }) => id),
      order,
    );
    assert.equal(new Set(order).size, 100);
    await close(one, two);
  });

  it('delivers the history to a new receiver and marks these updates as kept', async (make) => {
    const one = await make();
    const first = await connect(one);
    for (const number of [1, 2, 3]) await one.publish(sample(number));
    await first.until(3);
    const two = await make();
    const late = await connect(two);
    await one.publish(sample(4));
    const received = await late.until(4);
    assert.deepEqual(
      received.map(({ id }) => id),
      ['urn:x:1', 'urn:x:2', 'urn:x:3', 'urn:x:4'],
    );
    assert.deepEqual(late.kept, [true, true, true, false]);
    await close(one, two);
  });

  it('delivers no further update to a receiver that has unsubscribed', async (make) => {
    const one = await make();
    const [gone, here] = [await connect(one), await connect(one)];
    gone.stop();
    await one.publish(sample(1));
    await here.until(1);
    assert.equal(gone.updates.length, 0);
    await close(one);
  });
}

function sample(number: number, changes: Partial<Update> = {}): Update {
  const plain = { private: false, type: undefined, retry: undefined };
  return JSON.parse(
    JSON.stringify({ id: `urn:x:${number}`, topics: ['a'], data: String(number), ...plain, ...changes }),
  ) as Update;
}

async function connect(transport: Transport) {
  const updates: Update[] = [];
  const historyFlags: boolean[] = [];
  let wake = (): void => {};
  const stop = transport.listen({
    update(update, isKept) {
      updates.push(JSON.parse(JSON.stringify(update)) as Update);
      historyFlags.push(isKept);
      wake();
    },
  });
  await transport.ready;
  const until = async (count: number): Promise<readonly Update[]> => {
    while (updates.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return updates;
  };
  return { updates, kept: historyFlags, stop, until };
}

async function close(...transports: readonly Transport[]): Promise<void> {
  await Promise.all(transports.map((transport) => transport.close()));
}

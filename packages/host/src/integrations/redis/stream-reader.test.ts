import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StreamReader } from './stream-reader.ts';
import type { RedisStreamClient } from './stream-reader.ts';

test('a reader that is stopped while it connects closes the connection', async () => {
  let isConnected = false;
  let connect = (): void => {};
  const connection = {
    on() {},
    // As the package redis does: it stays connected if it is destroyed while it connects.
    connect: () =>
      new Promise<void>((resolve) => {
        connect = () => {
          isConnected = true;
          resolve();
        };
      }),
    destroy: () => (isConnected = false),
    xRevRange: () => Promise.reject(new Error('The client is closed')),
  };
  const client = { duplicate: () => connection } as unknown as RedisStreamClient;
  const reader = new StreamReader(client, 'stream', 1, () => {});
  const stopped = reader.stop();
  connect();
  await stopped;
  assert.equal(isConnected, false);
});

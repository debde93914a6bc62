import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryTransport } from './memory-transport.ts';
import { transportContract } from '../../../../../test/contracts/transport.ts';

transportContract('memory', () => {
  const transport = new MemoryTransport();
  return () => transport;
});

test('limits the number of updates in memory', () => {
  const transport = new MemoryTransport({ count: 2, bytes: 100 });
  const received: string[] = [];
  const publish = (id: string, data: string) =>
    transport.publish({ id, data, topics: ['a'], private: false, type: undefined, retry: undefined });
  for (const id of ['1', '2', '3']) publish(id, 'x');
  transport.listen({ update: ({ id }) => void received.push(id) });
  assert.deepEqual(received, ['2', '3']);
  publish('4', 'x'.repeat(200));
  const later: string[] = [];
  transport.listen({ update: ({ id }) => void later.push(id) });
  assert.deepEqual(later, []);
});

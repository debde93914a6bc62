import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';

test('an open live list does not prevent the host from stopping', async () => {
  const host = defineHost({
    log: false,
    profiler: { storage: new MemoryProfileStorage() },
    routes: [route('home', 'GET /', { handle: () => 'ok' })],
  });
  const listening = await host.listen({ port: 0, mode: 'development' });
  const answer = await fetch(`http://localhost:${listening.port}/_profiler/tail`);
  const reader = answer.body!.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), /^retry:/);
  const closing = listening.close(5_000);
  while (!(await reader.read()).done);
  // If the connection had been aborted, the last read would fail, and the server would count it.
  assert.deepEqual(await closing, { answered: true, cut: 0 });
});

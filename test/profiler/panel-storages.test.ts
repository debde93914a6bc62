import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { defineHost, on, route } from '../../packages/host/src/index.ts';
import { DEFAULT_QUERY } from '../../packages/profiler/src/store/search/profile-query.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { panel } from '../../packages/profiler/src/view/panels/define-panel.ts';

const REQUESTS = 60;

test('a panel reads the AsyncLocalStorage of its request, also with concurrent requests', async () => {
  const tenants = new AsyncLocalStorage<string>();
  const storage = new MemoryProfileStorage();
  const host = defineHost({
    log: false,
    profiler: {
      storage,
      panels: [
        panel({
          name: 'tenant',
          title: 'Tenant',
          collect: () => {
            const tenant = tenants.getStore();
            console.info(`collected for ${tenant}`);
            return { tenant };
          },
          view: () => ({ blocks: [] }),
        }),
      ],
    },
    routes: [
      route('at', 'GET /at/{tenant}', { handle: () => new Promise<string>((end) => setTimeout(end, 20, 'ok')) }),
    ],
    listeners: [
      on('kernel.request', 300, 'enter tenant', ({ context }) => tenants.enterWith(context.path.slice('/at/'.length))),
    ],
  });
  try {
    const { port } = await host.listen({ port: 0, mode: 'development' });
    const request = async (i: number) => (await fetch(`http://localhost:${port}/at/t${i}`)).text();
    await Promise.all(Array.from({ length: REQUESTS }, (_, i) => request(i)));
    const found = () => storage.find({ ...DEFAULT_QUERY, limit: REQUESTS }).rows;
    while (found().length < REQUESTS) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const { token, path } of found()) {
      const { data } = storage.read(token)!;
      const tenantName = path.slice('/at/'.length);
      assert.deepEqual(data.panels['tenant'], { tenant: tenantName });
      for (const { message } of data.logs.filter((log) => log.message.startsWith('collected')))
        assert.equal(message, `collected for ${tenantName}`);
    }
  } finally {
    await host.close();
  }
});

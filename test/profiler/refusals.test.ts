/** The profiles of requests that were refused as forged, or because of a failed precondition. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { defineHost, memoryStore, resource, route } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { until } from '../safety/support/recorded-host.ts';

const Note = z.object({ id: z.int(), text: z.string() });

/** Starts a host with sessions and one resource. `send` returns the profile of a request. */
async function startRecordedHost() {
  const storage = new MemoryProfileStorage();
  const host = defineHost({
    log: false,
    sessions: {},
    resources: [resource('notes', Note, { id: 'id', store: memoryStore([{ id: 1, text: 'One' }]) })],
    routes: [
      route('pay', 'POST /pay', {
        handle: async ({ session }) => {
          await session.set('paid', true);
          return 'paid';
        },
      }),
    ],
    profiler: { storage },
  });
  const origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, init);
    const token = response.headers.get('x-debug-token')!;
    const profile: Profile = await until(() => storage.read(token), `the profile of ${path}`);
    return { response, profile };
  };
  const panel = async ({ summary: { token } }: Profile, name: string) =>
    (await fetch(`${origin}/_profiler/${token}.md?panel=${name}`)).text();
  return { send, panel, [Symbol.asyncDispose]: () => host.close() };
}

describe('the profile of a refused request', () => {
  it('shows a request that was refused as forged, with a finding', async () => {
    await using host = await startRecordedHost();
    const headers = { Origin: 'https://evil.example', Cookie: 'unrelated=1' };
    const { response, profile } = await host.send('/pay', { method: 'POST', headers });
    assert.equal(response.status, 403);
    const { text } = profile.data.findings.find(({ code }) => code === 'refused')!;
    assert.match(text, /^403 by the CSRF check: The request comes from another site/);
    const security = await host.panel(profile, 'security');
    assert.match(security, /Access: `refused`/);
    assert.match(security, /403: The request comes from another site/);
  });

  for (const method of ['PATCH', 'DELETE'])
    it(`names the current ETag after a failed precondition of ${method}, which the next request can send`, async () => {
      await using host = await startRecordedHost();
      const body = JSON.stringify({ text: 'Two' });
      const headers = { 'Content-Type': 'application/merge-patch+json' };
      const change = (ifMatch: string) =>
        host.send('/api/notes/1', {
          method,
          headers: { ...headers, 'If-Match': ifMatch },
          ...(method === 'PATCH' ? { body } : {}),
        });
      const { response, profile } = await change('"outdated-json"');
      assert.equal(response.status, 412);
      const { text } = profile.data.findings.find(({ code }) => code === 'precondition-failed')!;
      const [, current] = /^412: If-Match was `"outdated-json"`; the current ETag is `("[^"]+")`$/.exec(text) ?? [];
      assert.ok(current, text);
      assert.ok((await host.panel(profile, 'cache')).includes(current));
      assert.ok((await change(current)).response.ok);
    });
});

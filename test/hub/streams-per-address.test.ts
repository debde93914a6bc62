/** The limit of streams per client address, and what counts as one address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { defineHost } from 'oriel-host';
import type { EmbeddedHubConfig } from 'oriel-host/hub';
import { HUB, HUB_URL, SECRET } from './test-hub.ts';

/** Starts a hub on a socket. Requests come through a local proxy, which is trusted unless `isTrusted` is false. */
async function startHub(t: TestContext, limits: EmbeddedHubConfig['limits'], isTrusted = true) {
  const host = defineHost({
    hub: { secret: SECRET, publicUrl: HUB_URL, anonymous: true, ...(limits === undefined ? {} : { limits }) },
    ...(isTrusted ? { proxies: ['127.0.0.1'] } : {}),
    log: false,
    profiler: false,
  });
  const { port } = await host.listen({ host: '127.0.0.1', port: 0 });
  const streams: AbortController[] = [];
  t.after(async () => {
    for (const stream of streams) stream.abort();
    await host.close();
  });
  const open = async (address?: string): Promise<Response> => {
    const abort = new AbortController();
    streams.push(abort);
    const headers: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address };
    return fetch(`http://127.0.0.1:${port}${HUB}?match=a`, { headers, signal: abort.signal });
  };
  const fill = async (count: number, address?: string): Promise<void> => {
    const responses = await Promise.all(Array.from({ length: count }, () => open(address)));
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
  };
  return { host, open, fill, leave: (index: number) => streams[index]!.abort() };
}

test('an address may have 256 streams by default, and gets 429 for more', async (t) => {
  const { host, open, fill, leave } = await startHub(t, undefined);
  await fill(256, '203.0.113.9');
  const refused = await open('203.0.113.9');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '5');
  assert.match(
    ((await refused.json()) as { detail: string }).detail,
    /^Your address has the maximum of 256 open streams/,
  );
  assert.equal((await open('203.0.113.10')).status, 200);
  leave(0);
  while (host.hub.metrics['subscribers']! > 256) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal((await open('203.0.113.9')).status, 200);
});

test('a loopback address has no default limit, because it may be a proxy for all clients', async (t) => {
  const { fill } = await startHub(t, undefined, false);
  await fill(300);
});

test('hub.limits.perAddress also applies to loopback addresses', async (t) => {
  const { open, fill } = await startHub(t, { perAddress: 2 }, false);
  await fill(2);
  assert.equal((await open()).status, 429);
});

test('an IPv6 /64 network counts as one address', async (t) => {
  const { open, fill } = await startHub(t, { perAddress: 2 });
  await fill(1, '2001:db8:0:7::1');
  await fill(1, '2001:db8:0:7:ffff::2');
  assert.equal((await open('2001:db8:0:7::3')).status, 429);
  assert.equal((await open('2001:db8:0:8::1')).status, 200);
});

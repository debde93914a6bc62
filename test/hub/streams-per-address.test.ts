/** One address cannot fill a hub: how many streams it may have, and who is one address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { defineHost } from 'oriel';
import type { EmbeddedHubConfig } from 'oriel/hub';
import { HUB, HUB_URL, SECRET } from './hub-under-test.ts';

/** Over a socket, behind a proxy on this machine that says who asks, unless it is not listed. */
async function hubOf(t: TestContext, limits: EmbeddedHubConfig['limits'], listed = true) {
  const host = defineHost({
    hub: { secret: SECRET, publicUrl: HUB_URL, anonymous: true, ...(limits === undefined ? {} : { limits }) },
    ...(listed ? { proxies: ['127.0.0.1'] } : {}),
    log: false,
    profiler: false,
  });
  const { port } = await host.listen({ host: '127.0.0.1', port: 0 });
  const streams: AbortController[] = [];
  t.after(async () => {
    for (const each of streams) each.abort();
    await host.close();
  });
  const open = async (address?: string): Promise<Response> => {
    const abort = new AbortController();
    streams.push(abort);
    const headers: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address };
    return fetch(`http://127.0.0.1:${port}${HUB}?match=a`, { headers, signal: abort.signal });
  };
  const fill = async (count: number, address?: string): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: count }, () => open(address)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  };
  return { host, open, fill, leave: (at: number) => streams[at]!.abort() };
}

test('an address has 256 streams unless something else is said, and is told so; others have theirs', async (t) => {
  const { host, open, fill, leave } = await hubOf(t, undefined);
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

test('this machine may have any number, because a proxy that nobody has listed speaks for everybody', async (t) => {
  const { fill } = await hubOf(t, undefined, false);
  await fill(300);
});

test('unless a number is said, which holds for everybody', async (t) => {
  const { open, fill } = await hubOf(t, { perAddress: 2 }, false);
  await fill(2);
  assert.equal((await open()).status, 429);
});

test('of IPv6 a /64 is one address', async (t) => {
  const { open, fill } = await hubOf(t, { perAddress: 2 });
  await fill(1, '2001:db8:0:7::1');
  await fill(1, '2001:db8:0:7:ffff::2');
  assert.equal((await open('2001:db8:0:7::3')).status, 429);
  assert.equal((await open('2001:db8:0:8::1')).status, 200);
});

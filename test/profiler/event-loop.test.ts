import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';

const storage = new MemoryProfileStorage();
const host = defineHost({
  log: false,
  profiler: { storage },
  routes: [
    route('quick', 'GET /quick', { handle: () => 'ok' }),
    route('block', 'GET /block', { handle: () => compute(120) }),
    route('wait', 'GET /wait', { handle: () => new Promise<string>((resolve) => setTimeout(resolve, 300, 'waited')) }),
  ],
});
let origin = '';
before(async () => {
  origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
});
after(() => host.close());

test('a handler that blocks the event loop is recorded as a span, a finding and a bar on the timeline', async () => {
  const { data, summary } = await recordBlock(() => fetch(`${origin}/block`));
  const [block] = getBlocks(data.spans);
  assert.ok(block, 'no block');
  assert.ok(block.duration >= 50 && block.start >= 0 && block.start + block.duration <= summary.duration + ROUNDING);
  assert.deepEqual([block.kind, block.parent], ['kernel', 0]);
  assert.equal(new Set(data.spans.map(({ id }) => id)).size, data.spans.length);
  assert.ok(summary.findings.includes('blocked'), summary.findings.join());
  const page = await (await fetch(`${origin}/_profiler/${summary.token}?panel=timeline`)).text();
  assert.match(page, /<span[^>]*>Event loop blocked/);
  assert.match(page, /Event loop blocked for/);
});

test('a blocked event loop is recorded also in the profile of a concurrent request', async () => {
  const { data } = await recordBlock(async () => {
    const waiting = fetch(`${origin}/wait`);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await (await fetch(`${origin}/block`)).text();
    return waiting;
  });
  assert.ok(getBlocks(data.spans).some(({ duration }) => duration >= 50));
});

test('a recorded block is not longer than its request', async () => {
  for (let i = 0; i < 4; i++) await (await fetch(`${origin}/quick`)).text();
  const { data, summary } = await getProfile(await fetch(`${origin}/quick`));
  for (const { start, duration } of getBlocks(data.spans))
    assert.ok(start >= 0 && duration <= summary.duration + ROUNDING);
});

// A block that lasts until the response is shortened to the request, with the error of floating-point numbers.
const ROUNDING = 1e-6;

// Uses CPU time, because on a busy machine a process that waits for a processor is not blocked.
function compute(milliseconds: number): string {
  const started = process.cpuUsage();
  while (process.cpuUsage(started).user < milliseconds * 1000);
  return 'done';
}

function getBlocks(spans: Profile['data']['spans']): Profile['data']['spans'] {
  return spans.filter(({ name }) => name === 'Event loop blocked');
}

/** Sends a request again if its profile has no block: on a busy machine, a late turn of the event loop is not reported as one. */
async function recordBlock(send: () => Promise<Response>): Promise<Profile> {
  for (let attempts = 1; ; attempts++) {
    const profile = await getProfile(await send());
    if (attempts === MAX_ATTEMPTS || getBlocks(profile.data.spans).length > 0) return profile;
  }
}

const MAX_ATTEMPTS = 20;

async function getProfile(response: Response): Promise<Profile> {
  await response.text();
  const token = response.headers.get('x-debug-token')!;
  for (;;) {
    const profile = storage.read(token);
    if (profile) return profile;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

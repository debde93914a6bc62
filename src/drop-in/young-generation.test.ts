import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { YoungGenerationLimit } from './young-generation.ts';

describe('YoungGenerationLimit', () => {
  it('limits the young generation while hardly anything survives, and no longer when much survives', (t) => {
    const limit = new YoungGenerationLimit(1, []);
    t.after(() => limit.stop());
    work(limit, 10, () => limit.isLimited);
    assert.equal(limit.isLimited, true);
    const size = youngSize();
    work(limit, 10);
    // V8 may shrink it.
    assert.ok(youngSize() <= size);
    // The survivors are measured again after some seconds.
    t.mock.method(performance, 'now', () => Number.MAX_SAFE_INTEGER);
    work(limit, 100_000, () => !limit.isLimited);
    assert.equal(limit.isLimited, false);
    work(limit, 100_000, () => youngSize() > size);
    assert.ok(youngSize() > size);
  });

  it('does not limit a process with worker threads, whose heaps have the same limit', async () => {
    const limit = new YoungGenerationLimit(1, []);
    work(limit, 10, () => limit.isLimited);
    assert.equal(limit.isLimited, true);
    await once(new Worker('', { eval: true }), 'exit');
    work(limit, 10);
    assert.equal(limit.isLimited, false);
  });

  it('does not limit a size that the developer has chosen, and nothing with 0', () => {
    for (const [megabytes, option] of [
      [1, '--max-semi-space-size=32'],
      [1, '--enable-source-maps --min_semi_space_size=16'],
      [0, ''],
    ] as const) {
      const limit = new YoungGenerationLimit(megabytes, [option]);
      work(limit, 10);
      assert.equal(limit.isLimited, false, option);
      limit.stop();
    }
  });
});

/** Handles requests that allocate, of which the newest objects stay in memory. */
function work(limit: YoungGenerationLimit, kept: number, until?: () => boolean): void {
  const ring: unknown[] = [];
  // A large young generation is collected rarely.
  const most = until === undefined ? 6_000 : 200_000;
  for (let request = 0; request < most && until?.() !== true; request++) {
    for (let i = 0; i < 200; i++)
      ring[(request * 200 + i) % kept] = { id: i, list: [i, request], text: `${request} ${i}` };
    limit.request();
  }
}

function youngSize(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')!.space_size;
}

/** Short versions of profile-storage-kill.ts and profile-storage-writers.ts. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { killWriters } from './profile-storage-kill.ts';
import { runWriters } from './profile-storage-writers.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-shared-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('a profile store', () => {
  it('opens without repair after its writer was killed at any moment', async () => {
    const kills = await killWriters(10);
    assert.deepEqual(
      kills.filter(({ isIntact: sound }) => !sound),
      [],
    );
    assert.ok(
      kills.some(({ kept }) => kept > 0),
      'no profile was written',
    );
  });

  it('creates 20,000 different tokens for 20,000 requests in four processes with a restart', async () => {
    const options = { file: join(folder, 'tokens.sqlite'), writers: 4, each: 2500, size: 100, profiles: 50_000 };
    const runs = [await runWriters(options), await runWriters(options)];
    const reports = runs.flatMap(({ reports }) => reports);
    const tokens = reports.flatMap(({ tokens: given }) => given);
    assert.deepEqual([tokens.length, new Set(tokens).size], [20_000, 20_000]);
    assert.deepEqual(
      reports.map(({ dropped }) => dropped),
      Array.from({ length: 8 }, () => 0),
    );
    assert.equal(runs[1]!.end.profiles, 20_000);
  });

  it('stays within its limits with sixteen writers, except for one batch each', async () => {
    const caps = { profiles: 1000, bytes: 6_000_000 };
    const file = join(folder, 'caps.sqlite');
    const { most, end, reports } = await runWriters({ file, writers: 16, each: 200, size: 4000, ...caps });
    const batches = 16 * 64;
    assert.ok(most.profiles <= caps.profiles + batches, `${most.profiles} profiles`);
    assert.ok(most.bytes <= caps.bytes + batches * 5000, `${most.bytes} bytes`);
    assert.ok(end.profiles > 500 && end.profiles <= caps.profiles, `${end.profiles} profiles at the end`);
    assert.deepEqual(
      reports.map(({ dropped }) => dropped),
      Array.from({ length: 16 }, () => 0),
    );
  });
});

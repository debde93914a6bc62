import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { recordMany } from './support/record-many.ts';

test('20,000 requests of several processes, hosts and restarts have 20,000 different tokens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  const file = join(folder, 'profiler.sqlite');
  try {
    const command = fileURLToPath(new URL('./support/record-many.ts', import.meta.url));
    const recordInProcess = async (): Promise<string[]> => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--conditions=oriel:source', command, file, '3000'],
        { maxBuffer: 1e8 },
      );
      return stdout.trim().split('\n');
    };
    const concurrent = await Promise.all([
      ...Array.from({ length: 4 }, recordInProcess),
      recordMany(file, 3_000),
      recordMany(file, 3_000),
    ]);
    const afterRestart = await recordMany(file, 2_000);
    const tokens = [...concurrent, afterRestart].flat();
    assert.equal(tokens.length, 20_000);
    assert.ok(tokens.every((token) => /^[0-9a-f]{6}$/.test(token)));
    assert.equal(new Set(tokens).size, 20_000);
    const storage = new SqlProfileStorage({ file });
    for (const token of afterRestart) assert.equal(storage.read(token)?.summary.token, token);
    storage.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

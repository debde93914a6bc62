import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { FileWatcher } from './watch-files.ts';

test('reports once that files of a folder cannot be watched, with the reason', () => {
  const failures: string[] = [];
  const watcher = new FileWatcher(
    () => {},
    (message) => failures.push(message),
  );
  const folder = join(tmpdir(), `oriel-missing-${process.pid}`);
  for (const name of ['a.ts', 'b.ts']) watcher.add(join(folder, name));
  watcher.close();
  assert.equal(failures.length, 1);
  assert.match(failures[0]!, /^Changes in .*oriel-missing.* cannot be watched: ENOENT.*\. Start oriel-host dev again$/);
});

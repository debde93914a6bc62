import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDatabase } from './build-database.ts';
import { silent } from './test-data.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * The whole atlas, built once for all files of tests: take a copy. Its name depends on its sources, so that another
 * atlas is never taken for it.
 */
export async function builtAtlas(): Promise<string> {
  const from = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const name of globSync('*.ts', { cwd: import.meta.dirname }).toSorted())
    from.update(name).update(readFileSync(join(import.meta.dirname, name)));
  const file = join(ROOT, 'var/tests', `atlas-${from.digest('hex').slice(0, 16)}.sqlite`);
  await ensureDatabase(file, silent);
  return file;
}

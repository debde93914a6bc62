import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDatabase } from './build-database.ts';
import { silent } from './test-data.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Returns the file of an atlas that is built once for all test files; tests must copy it. The name of the file contains a
 * hash of the sources.
 */
export async function builtAtlas(): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const name of globSync('*.ts', { cwd: import.meta.dirname }).toSorted())
    hash.update(name).update(readFileSync(join(import.meta.dirname, name)));
  const file = join(ROOT, 'var/tests', `atlas-${hash.digest('hex').slice(0, 16)}.sqlite`);
  await ensureDatabase(file, silent);
  return file;
}

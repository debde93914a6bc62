import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Outcome } from './load.ts';
import type { Run } from './scenario.ts';

/** Creates a folder that is removed at the end of the run. */
export function createFolder(run: Run, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `oriel-${name}-`));
  run.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a SQLite file with an empty table of notes. */
export function createDatabase(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; create table notes (id text primary key, text text not null)');
  database.close();
}

/** Returns the first column of a query. */
export function queryFile(file: string, text: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database
      .prepare(text)
      .all()
      .map((row) => Object.values(row)[0]);
  } finally {
    database.close();
  }
}

/** Returns whether SQLite finds no damage in a file. */
export function isIntact(file: string): boolean {
  return queryFile(file, 'pragma integrity_check')[0] === 'ok';
}

/** Returns which profiles of these responses the file does not have. */
export function missingProfiles(file: string, outcomes: readonly Outcome[]): string[] {
  const stored = new Set(queryFile(file, 'select token from profiles').map(Number));
  return outcomes.flatMap(({ token }) =>
    token === undefined || stored.has(Number.parseInt(token, 16)) ? [] : [token],
  );
}

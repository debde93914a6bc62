import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { HttpError } from '../../../../core/src/http/http-errors.ts';
import { asUnavailable } from './database-unavailable.ts';

test('a write to a read-only SQLite database is unavailable with 503, also with better-sqlite3', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-read-only-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'data.sqlite');
  const writable = new DatabaseSync(file);
  writable.exec('create table notes (id integer)');
  writable.close();
  const database = new DatabaseSync(file, { readOnly: true });
  t.after(() => database.close());
  assert.throws(
    () => database.exec('insert into notes values (1)'),
    (error) => getStatus(error) === 503 && getStatus({ code: 'SQLITE_READONLY' }) === 503,
  );
  assert.throws(
    () => database.exec('insert into missing values (1)'),
    (error) => asUnavailable(error) === error,
  );
});

function getStatus(error: unknown): number | undefined {
  const found = asUnavailable(error);
  return found instanceof HttpError ? found.status : undefined;
}

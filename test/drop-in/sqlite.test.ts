import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { sqliteBoats } from './lib/sql-databases.ts';
import { getQueries } from './lib/sql-drivers.ts';

for (const file of ['sql/node-sqlite.mjs', 'sql/better-sqlite3.mjs'])
  test(`${file}: iterators, scripts and errors are recorded, and not the statements of the recorder`, async (t) => {
    const app = await startApplication(t, file, { env: await sqliteBoats(t) });
    const recorded = async (path: string): Promise<unknown[]> => {
      const profile = await app.profileOf(await fetch(`${app.url}/${path}`));
      return getQueries(profile).map(({ sql, rows, error, ended }) => [sql, rows, error, ended]);
    };
    const names = 'select name from boats order by id';
    assert.deepEqual(await recorded('iterate'), [
      [names, 3, undefined, true],
      [names, 1, undefined, true],
      [names, 0, undefined, true],
    ]);
    const script = 'update boats set length = 0; update boats set length = 1';
    assert.deepEqual(await recorded('exec'), [[script, 0, undefined, true]]);
    const insert = 'insert into boats (id, name) values (1, ?)';
    assert.deepEqual(await recorded('constraint'), [[insert, 0, 'UNIQUE constraint failed: boats.id', true]]);
    assert.deepEqual(await recorded('syntax'), [['selec 1', 0, 'near "selec": syntax error', true]]);
    assert.deepEqual(await recorded('named'), [
      [`select name from boats where id = ${file.includes('node') ? ':' : '@'}id`, 1, undefined, true],
    ]);
    if (file.includes('better'))
      assert.deepEqual(
        (await recorded('transaction')).map((query) => (query as unknown[])[0]),
        ['BEGIN', 'update boats set name = ? where id = 3', 'COMMIT'],
      );
    else
      assert.deepEqual(await recorded('tags'), [
        ['select name from boats where id = ?', 1, undefined, true],
        ['select id from boats where id < ?', 2, undefined, true],
      ]);
  });

import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { defineHost, filter, resource } from 'oriel-host';
import { z } from 'zod';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';

const postgres = await connectPostgres('folded_pages');
const sqlite = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:') }) });
after(async () => {
  await postgres.close();
  await sqlite.destroy();
});
const Town = z.object({ id: z.int(), name: z.string() });

for (const [name, database, skip] of [
  ['SQLite', sqlite, false],
  ['PostgreSQL', postgres.database, postgres.skip],
] as const)
  test(`pages by cursor have each row once if another program has folded the text on ${name}`, { skip }, async () => {
    const run = (text: string) => sql.raw(text).execute(database);
    await run('create table towns (id integer primary key, name text not null, folded text not null)');
    // Without accents, which the store would keep.
    await run(
      `insert into towns values (1, 'Évora', 'evora'), (2, 'Faro', 'faro'), (3, 'Óbidos', 'obidos'), (4, 'Porto', 'porto')`,
    );
    const tables = database as unknown as Kysely<{ towns: object }>;
    const store = sqlStore(tables, 'towns', { columns: { name: { folded: 'folded', orderFolded: true } } });
    const filters = { order: filter.order(['name']) };
    const host = defineHost({
      log: false,
      resources: [resource('towns', Town, { id: 'id', page: { by: 'cursor', size: 1 }, filters, store })],
    });
    for (const [direction, expected] of [
      ['asc', [1, 2, 3, 4]],
      ['desc', [4, 3, 2, 1]],
    ] as const) {
      const ids: number[] = [];
      let path: string | undefined = `/api/towns?order[name]=${direction}`;
      for (let count = 0; path !== undefined && count < 9; count++) {
        const response = await host.fetch(new Request(`http://localhost${path}`));
        equal(response.status, 200);
        ids.push(...((await response.json()) as { id: number }[]).map(({ id }) => id));
        path = /<(?:http:\/\/localhost)?([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
      deepEqual(ids, expected);
    }
    // If a function replaces the items, cursors contain their names, and the folded text is read from the row.
    const context = { context: {}, scope: {}, signal: new AbortController().signal };
    const order = [
      { field: 'name', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ] as const;
    const window = { by: 'cursor', from: ['Évora', 1], direction: 'after', limit: 9 } as const;
    const page = await store.list(
      { where: undefined, order, window, count: false, fields: undefined },
      context as never,
    );
    deepEqual(
      page.items.map(({ id }) => id),
      [2, 3, 4],
    );
  });

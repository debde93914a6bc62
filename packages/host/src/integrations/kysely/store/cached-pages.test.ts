import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { defineHost, resource } from 'oriel-host';
import { z } from 'zod';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';

const postgres = await connectPostgres('cached_pages');
const sqlite = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(':memory:') }) });
after(async () => {
  await postgres.close();
  await sqlite.destroy();
});
const Town = z.object({ id: z.int(), country: z.string().nullable(), founded: z.iso.datetime().nullable() });
const ROWS = `(1, null, null), (2, 'fi', null), (3, null, '2026-05-05T00:00:00.123Z'), (4, 'fi', '2026-05-05T00:00:00.123Z'), (5, 'se', null), (6, null, null)`;

for (const [name, database, skip, type] of [
  ['SQLite', sqlite, false, 'text'],
  ['PostgreSQL', postgres.database, postgres.skip, 'timestamptz'],
] as const)
  test(
    `pages in the default order have each row once, whether the values of the cursor are null or not, on ${name}`,
    { skip },
    async () => {
      const run = (text: string) => sql.raw(text).execute(database);
      await run(`create table towns (id integer primary key, country text, founded ${type})`);
      await run(`insert into towns values ${ROWS}`);
      const store = sqlStore(database as unknown as Kysely<{ towns: object }>, 'towns');
      for (const order of [
        { country: 'asc', founded: 'asc' },
        { country: 'desc', founded: 'asc' },
        { founded: 'desc', country: 'desc' },
      ] as const) {
        const towns = resource('towns', Town, { id: 'id', page: { by: 'cursor', size: 1, max: 9 }, order, store });
        const host = defineHost({ log: false, resources: [towns] });
        const get = async (path: string) => {
          const response = await host.fetch(new Request(`http://localhost${path}`));
          equal(response.status, 200);
          const ids = ((await response.json()) as { id: number }[]).map(({ id }) => id);
          const find = (rel: string) =>
            new RegExp(`<(?:http://localhost)?([^>]*)>; rel="${rel}"`).exec(response.headers.get('link') ?? '')?.[1];
          return { ids, next: find('next'), previous: find('prev') };
        };
        const { ids: expected } = await get('/api/towns?itemsPerPage=9');
        equal(expected.length, 6);
        let path: string | undefined = '/api/towns';
        const forwards: number[] = [];
        const backwards: number[] = [];
        for (let count = 0; path !== undefined && count < 9; count++) {
          const page = await get(path);
          forwards.push(...page.ids);
          if (page.next === undefined) break;
          path = page.next;
        }
        for (let count = 0; path !== undefined && count < 9; count++) {
          const page = await get(path);
          backwards.unshift(...page.ids);
          path = page.previous;
        }
        deepEqual(forwards, expected);
        deepEqual(backwards, expected);
      }
    },
  );

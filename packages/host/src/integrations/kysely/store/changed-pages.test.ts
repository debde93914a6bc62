import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { defineHost, filter, resource } from 'oriel-host';
import { z } from 'zod';
import type { Page } from '../../../features/resources/declare/list-request.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';

const { database, skip, close } = await connectPostgres('changed_pages');
after(close);
const Note = z.object({ id: z.int(), at: z.iso.datetime() });
type Note = z.infer<typeof Note>;

test('pages by cursor have each row once if a function replaces the items of a page', { skip }, async () => {
  const tables = database as unknown as Kysely<{ notes: object }>;
  await sql.raw('create table notes (id int primary key, at timestamptz not null)').execute(database);
  // The order of the identifiers is not that of the microseconds.
  for (const [id, micros] of [100, 300, 200, 999, 1000, 500, 501].entries())
    await sql`insert into notes values (${id}, timestamptz '2026-01-01' + ${micros} * interval '1 microsecond')`.execute(
      database,
    );
  const store = sqlStore(tables, 'notes');
  const host = defineHost({
    log: false,
    resources: [
      resource('notes', Note, {
        id: 'id',
        page: { by: 'cursor', size: 2 },
        filters: { order: filter.order(['at']) },
        store,
        provide: {
          list: async (input) => {
            const { items, hasNext, hasPrevious } = (await store.list(input.request, input)) as Page<Note>;
            return { items: items.map((item) => ({ ...item })), hasNext, hasPrevious };
          },
        },
      }),
    ],
  });
  const walk = async (direction: string): Promise<number[]> => {
    const ids: number[] = [];
    let path: string | undefined = `/api/notes?order[at]=${direction}`;
    for (let count = 0; path !== undefined && count < 9; count++) {
      const response = await host.fetch(new Request(`http://localhost${path}`));
      const body: unknown = await response.json();
      equal(response.status, 200, JSON.stringify(body));
      ids.push(...(body as Note[]).map(({ id }) => id));
      path = /<(?:http:\/\/localhost)?([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return ids;
  };
  const sorted = [0, 2, 1, 5, 6, 3, 4];
  deepEqual(await walk('asc'), sorted);
  deepEqual(await walk('desc'), sorted.toReversed());
});

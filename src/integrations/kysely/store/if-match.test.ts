import { deepEqual } from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { defineHost, resource } from 'oriel';
import { z } from 'zod';
import { connectPostgres } from './postgres.contract.ts';
import { sqlStore } from './sql-store.ts';

const { database, skip, close } = await connectPostgres('if_match');
after(close);

test(
  'exactly one of many concurrent requests with the same If-Match changes a row in PostgreSQL',
  { skip },
  async () => {
    await sql`create table notes (id integer primary key, text text not null)`.execute(database);
    await sql`insert into notes values (1, 'One')`.execute(database);
    const host = defineHost({
      log: { level: 'none' },
      resources: [
        resource('notes', z.object({ id: z.int(), text: z.string() }), {
          id: 'id',
          store: sqlStore(database as never, 'notes' as never),
        }),
      ],
    });
    const send = (init?: RequestInit) => host.fetch(new Request('http://localhost/api/notes/1', init));
    for (let round = 0; round < 10; round++) {
      const tag = (await send()).headers.get('ETag')!;
      const patch = (text: string) =>
        send({
          method: 'PATCH',
          headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': tag },
          body: JSON.stringify({ text }),
        });
      const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => patch(`${round}-${i}`)));
      deepEqual(
        answers.map(({ status }) => status).toSorted((one, other) => one - other),
        [200, 412, 412, 412],
      );
    }
  },
);

import { deepEqual } from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { defineHost, resource } from 'oriel-host';
import { z } from 'zod';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';

const { database, skip, close } = await connectPostgres('if_match');
after(close);

test(
  'exactly one of many concurrent requests with the same If-Match changes the rows of a join table',
  { skip },
  async () => {
    await sql`create table labels (id integer primary key)`.execute(database);
    await sql`create table books (id integer primary key, title text not null)`.execute(database);
    await sql`create table book_labels (book integer, label integer, primary key (book, label))`.execute(database);
    await sql`insert into labels select generate_series(1, 10)`.execute(database);
    await sql`insert into books values (1, 'One')`.execute(database);
    const labels = resource('labels', z.object({ id: z.int() }), {
      id: 'id',
      store: sqlStore(database as never, 'labels' as never),
    });
    const books = resource('books', z.object({ id: z.int(), title: z.string(), labels: z.array(z.int()) }), {
      id: 'id',
      links: { labels: { to: 'labels', through: { table: 'book_labels', from: 'book', to: 'label' } } },
      store: sqlStore(database as never, 'books' as never),
    });
    const host = defineHost({ log: { level: 'none' }, access: 'public', resources: [labels, books] });
    const send = (init?: RequestInit) => host.fetch(new Request('http://localhost/api/books/1', init));
    const tag = (await send()).headers.get('ETag')!;
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        send({
          method: 'PATCH',
          headers: { 'Content-Type': 'application/merge-patch+json', 'If-Match': tag },
          body: JSON.stringify({ labels: [`/api/labels/${i + 1}`] }),
        }),
      ),
    );
    deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 412, 412, 412],
    );
  },
);

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

import { deepEqual, equal, throws } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { drizzle as overBetterSqlite } from 'drizzle-orm/better-sqlite3';
import * as lite from 'drizzle-orm/sqlite-core';
import { Kysely, PostgresDialect } from 'kysely';
import type { Dialect } from 'kysely';
import { defineHost, filter, resource } from 'oriel-host';
import { drizzleStore } from 'oriel-host/drizzle';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import type { SqlStore, SqlStoreOptions } from 'oriel-host/kysely';

import { Pool } from 'pg';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';

// As in docs/host/sql-store.md.
const INDEX = `
  create table notes_keys (number integer primary key, id text not null unique);
  create virtual table notes_index using fts5 (id unindexed, title, body, content='', contentless_delete=1,
    contentless_unindexed=1, tokenize="unicode61 remove_diacritics 0");
  create trigger notes_added after insert on notes begin
    insert into notes_keys (id) values (new.id);
    insert into notes_index (rowid, id, title, body)
      select number, new.id, new.title, new.body from notes_keys where id = new.id;
  end;
  create trigger notes_removed after delete on notes begin
    delete from notes_index where rowid = (select number from notes_keys where id = old.id);
    delete from notes_keys where id = old.id;
  end;
  create trigger notes_changed after update on notes begin
    delete from notes_index where rowid = (select number from notes_keys where id = old.id);
    update notes_keys set id = new.id where id = old.id;
    insert into notes_index (rowid, id, title, body)
      select number, new.id, new.title, new.body from notes_keys where id = new.id;
  end;`;
const BY_KEY = { table: 'notes_index', key: 'id' };
const Note = z.object({ id: z.uuid(), title: z.string(), body: z.string().nullable() });

for (const options of ['', ' without rowid'])
  test(`an FTS5 table with identifiers finds, ranks, and follows changes of UUIDs${options}`, async () => {
    const file = new DatabaseSync(':memory:');
    file.exec(`create table notes (id text primary key, title text not null, body text)${options};${INDEX}`);
    const { host, send, find } = start(file, { search: BY_KEY });
    await using _ = host;
    const create = async (title: string, body: string | null): Promise<string> => {
      const response = await send('POST /api/notes', json({ id: randomUUID(), title, body }));
      equal(response.status, 201);
      return ((await response.json()) as { id: string }).id;
    };
    const whale = await create('Blue whale', 'Seen off Brest, with many other things and words');
    const paint = await create('Blue paint', null);
    const blue = await create('Blue', 'blue blue blue');
    await create('Nothing', null);

    deepEqual((await find('blue')).at(0), blue);
    deepEqual((await find('blue')).toSorted(), [whale, paint, blue].toSorted());
    deepEqual(await find('blue -whale -paint'), [blue]);
    deepEqual((await find('-blue')).length, 1);
    deepEqual(await find('brest', '&title=whale'), [whale]);

    equal(
      (await send(`PATCH /api/notes/${whale}`, json({ body: 'Seen off Ouessant' }, 'merge-patch+json'))).status,
      200,
    );
    deepEqual([await find('brest'), await find('ouessant')], [[], [whale]]);
    equal((await send(`DELETE /api/notes/${whale}`)).status, 204);
    // As vacuum may do with a table without an integer primary key.
    if (options === '') file.exec('update notes set rowid = rowid + 100');
    deepEqual((await find('blue')).toSorted(), [blue, paint].toSorted());
    deepEqual(await find('paint'), [paint]);
  });

for (const declaration of ['id text primary key', 'id text not null unique', 'id int primary key'])
  test(`a table with ${declaration} is an error with the rowids of an FTS5 table`, async () => {
    const file = new DatabaseSync(':memory:');
    file.exec(`create table notes (${declaration}, title text not null, body text);${INDEX}`);
    const { host, send, logs } = start(file, { search: 'notes_index' });
    await using _ = host;
    equal((await send('GET /api/notes')).status, 500);
    deepEqual(
      logs.flatMap(({ context: { exception } }) => (exception instanceof TypeError ? [exception.message] : [])),
      [MESSAGE],
    );
  });
const MESSAGE = `The table "notes" has no integer primary key, so "notes_index" cannot refer to its rowids; add an unindexed column with the identifier to the FTS5 table, and use search: { table: 'notes_index', key: 'id' }`;

test('a text identifier beside an integer primary key is found by the rowids of an FTS5 table', async () => {
  const file = new DatabaseSync(':memory:');
  const id = randomUUID();
  file.exec(`
    create table notes (number integer primary key, id text not null unique, title text not null, body text);
    create virtual table notes_index using fts5 (title, body, content='notes', content_rowid='number');
    insert into notes values (7, '${id}', 'Blue whale', null), (8, '${randomUUID()}', 'Paint', null);
    insert into notes_index (notes_index) values ('rebuild')`);
  const { host, find } = start(file, { search: 'notes_index' });
  await using _ = host;
  deepEqual(await find('whale'), [id]);
});

test('drizzleStore finds text identifiers by FTS5, and checks the table of rowids', async () => {
  const client = new Database(':memory:');
  client.exec(`create table notes (id text primary key, title text not null, body text);${INDEX}`);
  const id = randomUUID();
  client.prepare('insert into notes values (?, ?, ?)').run(id, 'Blue whale', null);
  const table = lite.sqliteTable('notes', {
    id: lite.text().primaryKey(),
    title: lite.text().notNull(),
    body: lite.text(),
  });
  const { host, find } = startWith(drizzleStore(overBetterSqlite({ client }), table, { search: BY_KEY }));
  await using _ = host;
  deepEqual([await find('whale'), await find('paint')], [[id], []]);
  const rowids = startWith(drizzleStore(overBetterSqlite({ client }), table, { search: 'notes_index' }));
  await using __ = rowids.host;
  equal((await rowids.send('GET /api/notes')).status, 500);
  equal(
    rowids.logs.some(({ context: { exception } }) => (exception as Error | undefined)?.message === MESSAGE),
    true,
  );
});

test('search.key of a composite identifier, search.key on PostgreSQL and unknown options are configuration errors', () => {
  const sqlite = new NodeSqliteDialect({ database: new DatabaseSync(':memory:') });
  const Part = z.object({ shelf: z.string(), id: z.string(), title: z.string() });
  const create = (search: object, id: readonly string[], dialect: Dialect = sqlite) => {
    const database = new Kysely<{ parts: object }>({ dialect });
    const store = sqlStore(database, 'parts', { search } as SqlStoreOptions);
    const parts = resource('parts', Part, { id: id as never, search: ['title'], store });
    return () => defineHost({ log: false, resources: [parts] }).assembly();
  };
  const index = { table: 'parts_index', key: 'id' };
  throws(create(index, ['shelf', 'id']), /"parts" has the composite identifier shelf, id, but search\.key is one/);
  throws(create({ table: 'parts_index', kee: 'id' }, ['id']), /kee.*did you mean "key"/);
  throws(create({ table: 'parts_index' }, ['id']), /needs the names of an FTS5 table and of its column.*key: 'id'/);
  const postgres = new PostgresDialect({ pool: new Pool({ connectionString: 'postgres://127.0.0.1:1/none' }) });
  throws(
    create(index, ['id'], postgres),
    /is an FTS5 table of SQLite, but the database is PostgreSQL; .*search: 'words'/,
  );
});

function start(file: DatabaseSync, options: SqlStoreOptions) {
  const database = new Kysely<{ notes: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  return startWith(sqlStore(database, 'notes', options));
}

function startWith(store: SqlStore) {
  const notes = resource('notes', Note, {
    id: 'id',
    page: { size: 50 },
    filters: { title: filter.partial() },
    search: { fields: ['title', 'body'], order: 'relevance' },
    store,
  });
  const { host, send, logs } = createCheckedHost({ resources: [notes] });
  const find = async (search: string, more = ''): Promise<string[]> => {
    const response = await send(`GET /api/notes?search=${encodeURIComponent(search)}${more}`);
    return ((await response.json()) as { id: string }[]).map(({ id }) => id);
  };
  return { host, send, logs, find };
}

function json(body: unknown, subtype = 'json'): RequestInit {
  return { body: JSON.stringify(body), headers: { 'Content-Type': `application/${subtype}` } };
}

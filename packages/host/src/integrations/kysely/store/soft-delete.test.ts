import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { defineHost } from '../../../host/define-host.ts';
import { filter } from '../../../features/resources/declare/filters/filter.ts';
import { resource } from '../../../features/resources/declare/resource.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';
import { ALL_FORMATS } from '../../../../../../test/lib/formats.ts';

const Note = z.object({ id: z.int(), text: z.string() });
const Comment = z.object({ id: z.int(), note: z.int() });
const Deleted = Note.extend({ deletedAt: z.iso.datetime().nullable() });

const postgres = await connectPostgres('soft_delete');
const overSqlite = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
after(async () => {
  await overSqlite.destroy();
  await postgres.close();
});

describe('softDelete', () => {
  for (const [name, database, time] of [
    ['SQLite', overSqlite, 'text'],
    ['PostgreSQL', postgres.database, 'timestamptz'],
  ] as const)
    describe(name, { skip: database === postgres.database && postgres.skip }, () => {
      it('hides deleted rows from lists, counts, links and writes', async () => {
        const { get, send } = await open(database, time);
        assert.equal((await send('DELETE', '/api/notes/1')).status, 204);
        assert.deepEqual(await get('/api/notes'), [{ id: 2, text: 'Flood' }]);
        assert.equal((await get('/api/notes.jsonld'))['hydra:totalItems'], 1);
        for (const method of ['GET', 'DELETE']) assert.equal((await send(method, '/api/notes/1')).status, 404, method);
        assert.equal((await send('PATCH', '/api/notes/1', { text: 'x' })).status, 404);
        assert.deepEqual(await get('/api/comments?note.text=Ebb'), []);
        assert.equal((await send('POST', '/api/comments', { id: 9, note: '/api/notes/1' })).status, 422);
      });

      it('keeps deleted rows in the trash, which restores and removes them', async () => {
        const { get, send } = await open(database, time);
        assert.deepEqual(await get('/api/deleted-notes'), []);
        await send('DELETE', '/api/notes/1');
        await send('DELETE', '/api/notes/2');
        const [first] = await get('/api/deleted-notes');
        assert.ok(Math.abs(Date.parse(first.deletedAt) - Date.now()) < 60_000);
        const restored = await send('POST', '/api/deleted-notes/1/restore');
        assert.deepEqual([restored.status, restored.body.text], [200, 'Ebb']);
        assert.deepEqual(await get('/api/notes'), [{ id: 1, text: 'Ebb' }]);
        assert.equal((await send('POST', '/api/deleted-notes/1/restore')).status, 404);
        await send('DELETE', '/api/comments/2');
        assert.equal((await send('DELETE', '/api/deleted-notes/2')).status, 204);
        const { rows } = await sql<{ id: number }>`select id from notes`.execute(database);
        assert.deepEqual(
          rows.map(({ id }) => id),
          [1],
        );
      });
    });

  it('needs a nullable date', () => {
    const store = sqlStore(overSqlite, 'notes' as never, { softDelete: 'text' });
    assert.throws(
      () => defineHost({ resources: [resource('notes', Note, { id: 'id', store })] }),
      /softDelete of "notes" is "text", which is not a nullable date/,
    );
  });

  it('is needed for the trash', () => {
    assert.throws(() => sqlStore(overSqlite, 'notes' as never).trash, /add softDelete/);
  });
});

/* oxlint-disable typescript/no-explicit-any -- the JSON of responses */
async function open(database: Kysely<never>, time: string) {
  for (const statement of [
    'drop table if exists comments',
    'drop table if exists notes',
    `create table notes (id integer primary key, text text not null, deleted_at ${time})`,
    'create table comments (id integer primary key, note integer not null references notes)',
    `insert into notes (id, text) values (1, 'Ebb'), (2, 'Flood')`,
    'insert into comments values (1, 1), (2, 2)',
  ])
    await sql.raw(statement).execute(database);
  const store = sqlStore(database, 'notes' as never, {
    columns: { deletedAt: 'deleted_at' },
    softDelete: 'deletedAt',
  });
  const { trash } = store;
  const host = defineHost({
    log: false,
    api: { formats: ALL_FORMATS },
    resources: [
      resource('notes', Note, { id: 'id', store }),
      resource('comments', Comment, {
        id: 'id',
        links: { note: 'notes' },
        filters: { 'note.text': filter.exact() },
        store: sqlStore(database, 'comments' as never),
      }),
      resource('deleted-notes', Deleted, {
        id: 'id',
        only: ['list', 'get', 'delete'],
        store: trash,
        custom: {
          restore: {
            line: 'POST /{id}/restore',
            output: Note,
            handle: (input) => trash.restore({ id: (input.item as { id: number }).id }, input),
          },
        },
      }),
    ],
  });
  const send = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const init =
      body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'Content-Type': type } };
    const response = await host.fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { send, get: async (path: string) => (await send('GET', path)).body };
}
/* oxlint-enable typescript/no-explicit-any */

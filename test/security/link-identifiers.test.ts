import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { defineHost, memoryStore, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { connectPostgres } from '../contracts/postgres.ts';
import { headerAuthenticator, send } from '../hub/live-host.ts';

const postgres = await connectPostgres('link_spellings');
after(postgres.close);

const TAGS = ['a3b1c2d4-0000-4000-8000-00000000000a', 'a3b1c2d4-0000-4000-8000-00000000000b'] as const;
const UPPER = TAGS.map((id) => id.toUpperCase());

test('a UUID in upper case matches no item in a column of the type uuid', { skip: postgres.skip }, async () => {
  const database = postgres.database as unknown as Kysely<{ tags: object }>;
  await sql`create table tags (id uuid primary key)`.execute(database);
  for (const id of TAGS) await sql`insert into tags values (${id})`.execute(database);
  await assertOneSpelling(sqlStore(database, 'tags') as never);
});

test('a UUID in upper case matches no item in memory', async () => {
  await assertOneSpelling(memoryStore(TAGS.map((id) => ({ id }))));
});

// A link in a body, alone or in a list, matches the same items as a GET request.
async function assertOneSpelling(store: ReturnType<typeof memoryStore>): Promise<void> {
  await using host = defineHost({
    resources: [
      resource('tags', z.object({ id: z.uuid() }), { id: 'id', access: { write: 'user' }, store: store as never }),
      resource('notes', z.object({ id: z.int(), tag: z.string().nullable(), tags: z.array(z.string()) }), {
        id: 'id',
        links: { tag: 'tags', tags: 'tags' },
        access: { write: 'user' },
        store: memoryStore(),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
  const iri = (id: string): string => `/api/tags/${id}`;
  const ada = { 'X-User': 'ada' };
  const post = async (id: number, tag: string | null, tags: readonly string[]): Promise<number> => {
    const body = { id, tag: tag && iri(tag), tags: tags.map(iri) };
    return (await send(host, 'POST /api/notes', body, ada)).status;
  };
  assert.equal((await send(host, `GET ${iri(TAGS[0])}`)).status, 200);
  assert.equal(await post(1, TAGS[0], TAGS), 201);
  assert.equal((await send(host, `GET ${iri(UPPER[0]!)}`)).status, 404);
  assert.equal(await post(2, UPPER[0]!, []), 422);
  assert.equal(await post(3, null, [UPPER[0]!]), 422);
  assert.equal(await post(4, null, UPPER), 422);
}

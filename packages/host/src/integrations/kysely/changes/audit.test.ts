import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { audit } from './audit.ts';
import { openBoats, openHost } from '../../../../../../test/contracts/change-hosts.ts';
import type { BoatDatabase } from '../../../../../../test/contracts/change-hosts.ts';

const postgres = await connectPostgres('audit');
after(postgres.close);

for (const [kind, server] of [
  ['SQLite', undefined],
  ['PostgreSQL', postgres.database],
] as const)
  describe(`audit on ${kind}`, { skip: server && postgres.skip }, () => {
    it('writes a row with the changed members of each change', async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
      const database = await openBoats(t, server, audit);
      const { send } = openHost(t, database, audit(database).hooks);
      assert.equal(await send('POST', '', { name: 'Nereid' }), 201);
      assert.equal(await send('PATCH', '/1', { name: 'Triton' }), 200);
      assert.equal(await send('PUT', '/1', { name: 'Triton', password: null }), 200);
      assert.equal(await send('DELETE', '/1'), 204);
      const rows = await readRows(database);
      assert.deepEqual(
        rows.map(({ operation, changes }) => [operation, JSON.parse(changes as string)]),
        [
          ['boats.create', { id: [null, 1], name: [null, 'Nereid'] }],
          ['boats.patch', { name: ['Nereid', 'Triton'] }],
          ['boats.delete', { id: [1, null], name: ['Triton', null] }],
        ],
      );
      const { time, user_id, resource, item, request_id } = rows[0]!;
      assert.deepEqual(
        [Number(time), user_id, resource, item, request_id],
        [1_700_000_000_000, null, 'boats', '1', 'request-1'],
      );
    });

    it('masks the values of secret members', async (t) => {
      const database = await openBoats(t, server, audit);
      const { send } = openHost(t, database, audit(database, { redact: { names: ['name'] } }).hooks);
      await send('POST', '', { name: 'Nereid', password: 'hunter2-hunter2' });
      await send('PATCH', '/1', { password: 'correct horse' });
      const texts = (await readRows(database)).map(({ changes }) => changes as string);
      assert.match(texts[1]!, /"password":\["•••","•••"\]/);
      assert.doesNotMatch(texts.join(), /hunter2|horse|Nereid/);
    });

    it('writes nothing if the change is rolled back, and the change is rolled back without its row', async (t) => {
      const database = await openBoats(t, server, audit);
      const { send } = openHost(t, database, audit(database).hooks);
      assert.equal(await send('POST', '', { name: 'broken' }), 500);
      assert.equal(await send('POST', '', [{ name: 'Nereid' }, { name: 'broken' }]), 500);
      assert.deepEqual([(await readRows(database)).length, await countBoats(database)], [0, 0]);
      const missing = openHost(t, database, audit(database, { table: 'missing' }).hooks);
      assert.equal(await missing.send('POST', '', { name: 'Nereid' }), 500);
      assert.equal(await countBoats(database), 0);
    });
  });

it('audit shortens long values', async (t) => {
  const database = await openBoats(t, undefined, audit);
  const { send } = openHost(t, database, audit(database).hooks);
  await send('POST', '', { name: 'a '.repeat(50_000) });
  const [row] = await readRows(database);
  assert.ok((row!['changes'] as string).length < 11_000);
});

it('audit masks secrets in lists and objects', async (t) => {
  const database = await openBoats(t, undefined, audit);
  const { hooks } = audit(database);
  const context = { principal: { id: 'ada' }, id: 'request-2', trace: {} };
  const next = {
    secret: ['hunter2'],
    tokens: ['Zx9fK2mQ7pL4vR8tW1nB6yH3', 'none'],
    password: { value: 'hunter2' },
    owner: { password: 'hunter3', name: 'Ada' },
  };
  const input = { context, operation: 'boats.create', resource: 'boats', previous: null, next, id: { a: 1, b: 2 } };
  await hooks['*'].after!(input as never);
  const [row] = await readRows(database);
  assert.deepEqual(JSON.parse(row!['changes'] as string), {
    secret: [null, '•••'],
    tokens: [null, ['•••', 'none']],
    password: [null, '•••'],
    owner: [null, { password: '•••', name: 'Ada' }],
  });
  assert.deepEqual([row!['user_id'], row!['item']], ['ada', '{"a":1,"b":2}']);
});

async function readRows(database: BoatDatabase): Promise<readonly Record<string, unknown>[]> {
  return (await sql<Record<string, unknown>>`select * from oriel_audit order by id`.execute(database)).rows;
}

async function countBoats(database: BoatDatabase): Promise<number> {
  return (await sql`select id from boats`.execute(database)).rows.length;
}

/** PostgreSQL ends a deadlock by rolling one of the transactions back. The host repeats its write. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { resource } from '../../../features/resources/declare/resource.ts';
import { defineHost } from '../../../host/define-host.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';
import { connectionOf } from './transactions.ts';

const Account = z.object({ id: z.int(), balance: z.int() });
const { database, skip, close } = await connectPostgres('write_conflicts', 'deadlock_timeout=50ms');

test('two requests that lock the same rows in another order both succeed', { skip }, async (t) => {
  t.after(close);
  await sql`drop table if exists accounts`.execute(database);
  await sql`create table accounts (id int primary key, balance int not null)`.execute(database);
  await sql`insert into accounts values (1, 100), (2, 100)`.execute(database);
  const logged: string[] = [];
  const add = async (id: number, amount: number): Promise<unknown> =>
    sql`update accounts set balance = balance + ${amount} where id = ${id}`.execute(connectionOf(database));
  const accounts = resource('accounts', Account, {
    id: 'id',
    store: sqlStore(database as never, 'accounts' as never),
    custom: {
      transfer: {
        line: 'POST /transfer',
        input: z.object({ from: z.int(), to: z.int() }),
        output: z.object({ done: z.boolean() }),
        async handle({ body: { from, to } }) {
          await add(from, -10);
          // The other request changes its first row meanwhile.
          await setTimeout(200);
          await add(to, 10);
          return { done: true };
        },
      },
    },
  });
  await using host = defineHost({
    resources: [accounts],
    log: { level: 'info', sink: { write: ({ channel, message }) => void (channel === 'app' && logged.push(message)) } },
  });
  const transfer = async (from: number, to: number): Promise<number> => {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ from, to }) };
    return (await host.fetch(new Request('http://localhost/api/accounts/transfer', init))).status;
  };
  deepEqual(await Promise.all([transfer(1, 2), transfer(2, 1)]), [200, 200]);
  const { rows } = await sql<{ balance: number }>`select balance from accounts order by id`.execute(database);
  deepEqual(rows, [{ balance: 100 }, { balance: 100 }]);
  equal(logged.length, 1);
  match(logged[0]!, /deadlock detected/);
});

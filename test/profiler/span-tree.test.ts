/** Spans are nested below the span that started them, and the log contains all messages in order. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { NodeSqliteDialect } from '../../packages/host/src/integrations/kysely/node-sqlite-dialect.ts';
import { route, span, trace } from '../../packages/host/src/index.ts';
import { EVENT_LOOP_BLOCK } from '../../packages/profiler/src/record/findings/time-findings.ts';
import type { Span } from '../../packages/core/src/trace/trace.ts';
import { startRecordedHost } from '../safety/support/recorded-host.ts';

test('the span tree of a request with sequential and concurrent queries and HTTP calls', async (t) => {
  const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  t.after(() => other.close());
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }) });
  t.after(() => database.destroy());
  await sql`create table numbers as select 1 as one union select 2`.execute(database);
  const query = (text: string): Promise<unknown> => sql.raw(text).execute(database);
  const call = async (path: string): Promise<string> => (await fetch(address + path)).text();
  const printed = t.mock.method(console, 'info', () => {});

  await using recorded = await startRecordedHost({
    routes: [
      route('report', 'GET /report', {
        handle: async ({ log, forward }) => {
          await query('select 1');
          await span('gather', async () => {
            log('notice', 'gathering');
            await Promise.all([
              span('prices', async () => {
                await query('select 2');
                await call('/prices');
              }),
              span('stock', () => call('/stock')),
            ]);
            trace.log('debug', 'gathered');
          });
          await span('fails', () => query('select nothing')).catch(() => {});
          await span('streams', async () => {
            for await (const _ of database
              .selectFrom('numbers' as never)
              .selectAll()
              .stream());
          });
          console.info('almost done');
          await forward('GET /part');
          return 'done';
        },
      }),
      route('part', 'GET /part', { handle: () => span('in part', () => query('select 3')).then(() => 'part') }),
    ],
  });
  const answer = await recorded.client.send('GET /report');
  const { data, summary } = await recorded.profile(answer.get('x-debug-token')!);

  assert.deepEqual(getTree(data.spans, address), [
    'controller controller report',
    '  db select 1',
    '  user gather',
    '    user prices',
    '      db select 2',
    '      http GET …/prices',
    '    user stock',
    '      http GET …/stock',
    '  user fails !',
    '    db select nothing !',
    '  user streams',
    '    db select * from "numbers"',
    '  kernel forward GET /part',
    '    controller controller part',
    '      user in part',
    '        db select 3',
  ]);
  assert.deepEqual([summary.dbCount, summary.httpCount], [5, 2]);
  const messages = data.logs
    .filter(({ channel }) => channel !== 'request')
    .map(({ level, message }) => `${level} ${message}`);
  assert.deepEqual(messages, ['notice gathering', 'debug gathered', 'info almost done']);
  const times = data.logs.map(({ at }) => at);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.equal(printed.mock.callCount(), 1);
});

function getTree(spans: readonly Span[], address: string, parent = 0, depth = 0): string[] {
  return spans
    .filter((other) => other.parent === parent && other.name !== EVENT_LOOP_BLOCK)
    .toSorted((a, b) => a.start - b.start || a.id - b.id)
    .flatMap(({ id, kind, name, error }) => [
      `${'  '.repeat(depth)}${kind} ${name.replace(address, '…')}${error === undefined ? '' : ' !'}`,
      ...getTree(spans, address, id, depth + 1),
    ]);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApplication } from './lib/application.ts';
import { mariaBoats, postgresBoats } from './lib/sql-databases.ts';

test('waiting for a connection, and opening the first, are not part of the query', async (t) => {
  const [postgres, maria] = [await postgresBoats(t, 'pool_wait'), await mariaBoats(t)];
  if (typeof postgres === 'string' || typeof maria === 'string') return t.skip(String([postgres, maria]));
  const app = await startApplication(t, 'pool-wait.mjs', { env: { ...postgres, ...maria } });
  for (const path of PATHS) {
    const request = async (count: number) => {
      const { data } = await app.profileOf(await fetch(`${app.url}${path}?${count}`));
      const waits = data.spans.filter(({ name }) => name === 'Wait for a connection of the pool');
      const queries = data.spans.filter(({ kind }) => kind === 'db');
      assert.equal(queries.length, count, path);
      return { waits, queries, codes: data.findings.map(({ code }) => code) };
    };
    const first = await request(1);
    assert.deepEqual([first.waits.length, first.codes.includes('pool-wait')], [0, false], path);
    const { waits, queries, codes } = await request(3);
    assert.equal(waits.length, 2, path);
    assert.equal(codes.includes('pool-wait'), true, path);
    // Each query starts when the one before has returned its connection, not with the request.
    const ordered = queries.toSorted((a, b) => a.start - b.start);
    for (const [index, { start }] of ordered.entries()) {
      const before = ordered[index - 1];
      const isLater = before === undefined || start >= before.start + before.duration / 2;
      assert.ok(isLater, `${path}: ${JSON.stringify(ordered)}`);
    }
  }
});

const PATHS = [
  ...['/pg', '/pg-connect', '/knex', '/postgres', '/generic-pool', '/sequelize-pool'],
  ...['/mysql', '/mysql2', '/mysql2-promise'],
  ...['/mysql-mariadb', '/mysql-mariadb-commonjs', '/mysql-mariadb-callback', '/mysql-mariadb-connection'],
];

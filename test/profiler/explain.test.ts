import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { NodeSqliteDialect } from '../../packages/host/src/integrations/kysely/node-sqlite-dialect.ts';
import { explainQuery } from '../../packages/host/src/integrations/kysely/explain-query.ts';
import { defineHost, route } from '../../packages/host/src/index.ts';
import type { Host, HostConfig } from '../../packages/host/src/index.ts';
import { DEFAULT_QUERY } from '../../packages/profiler/src/store/search/profile-query.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import type { ExplainStatement } from '../../packages/profiler/src/view/pages/page-request.ts';

describe('a recorded query', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-explain-'));
  const file = join(folder, 'boats.sqlite');
  const database = new Kysely<object>({ dialect: new NodeSqliteDialect({ database: () => new DatabaseSync(file) }) });
  const received: (readonly unknown[])[] = [];
  const explain: ExplainStatement = (text, parameters) => {
    received.push(parameters);
    return explainQuery(database)(text, parameters);
  };
  let [origin, token, formToken]: string[] = [];
  let ids: number[] = [];
  let hosts: Host[] = [];

  before(async () => {
    await sql`create table boats (name text, password text)`.execute(database);
    await sql`insert into boats values ('Nereid', 'x')`.execute(database);
    ({ origin, token } = await record({ explain }));
    const html = await page('panel=database');
    formToken = /name="form" value="([^"]+)"/.exec(html)![1];
    ids = [...html.matchAll(/id="query-(\d+)"/g)].map(([, id]) => Number(id));
  });
  after(async () => {
    for (const host of hosts) await host.close();
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a host that has recorded a request with some queries. */
  async function record(profiler: HostConfig['profiler'] & object): Promise<{ origin: string; token: string }> {
    const storage = new MemoryProfileStorage();
    const host = defineHost({ routes: [boats], log: false, profiler: { storage, ...profiler } });
    hosts = [...hosts, host];
    const { port } = await host.listen({ port: 0, mode: 'development' });
    await (await fetch(`http://localhost:${port}/boats`)).text();
    while (storage.find(DEFAULT_QUERY).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return { origin: `http://localhost:${port}`, token: storage.find(DEFAULT_QUERY).rows[0]!.token };
  }

  const boats = route('boats', 'GET /boats', {
    handle: async () => {
      const { rows } = await sql`select name from boats where name <> ${'<b>'} and password <> ${'hunter2'}`.execute(
        database,
      );
      await sql`delete from boats where name = ${'missing'}`.execute(database);
      await sql`select * from boats order by name`.execute(database);
      await sql`pragma user_version`.execute(database);
      return rows;
    },
  });
  const page = async (query: string, accept = 'text/html'): Promise<string> =>
    (await fetch(`${origin}/_profiler/${token}?${query}`, { headers: { Accept: accept } })).text();
  /** Requests the plan of the n-th query. */
  const explainNth = (n: number | string, headers: Record<string, string> = {}, fields = `form=${formToken}`) =>
    fetch(`${origin}/_profiler/${token}/explain`, {
      method: 'POST',
      body: `query=${ids[Number(n) - 1] ?? n}&${fields}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html', ...headers },
    });

  test('has a button, unless it cannot be explained', async () => {
    const forms = [
      ...(await page('panel=database')).matchAll(/<form method="post" action="([^"]+\/explain)">.*?<\/form>/gs),
    ];
    assert.ok(forms.every(([, action]) => action === `/_profiler/${token}/explain`));
    // A PRAGMA statement has no plan.
    assert.equal(ids.length, 4);
    assert.deepEqual(
      forms.map(([text]) => Number(/name="query" value="(\d+)"/.exec(text)?.[1])),
      ids.slice(0, 3),
    );
    assert.match(await page('panel=database', 'text/markdown'), new RegExp(`POST /_profiler/${token}/explain`));
    assert.doesNotMatch(await page('panel=database', 'application/json'), new RegExp(formToken!));
  });

  test('has a page with its plan and a link back to the query', async () => {
    const answer = await explainNth(1);
    const text = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-security-policy')!, /form-action 'self'/);
    assert.match(text, /SCAN boats/);
    assert.match(text, /<b>select<\/b> name <b>from<\/b> boats/);
    assert.match(text, new RegExp(`href="/_profiler/${token}\\?panel=database#query-${ids[0]}"`));
  });

  test('has a plan in JSON and in Markdown', async () => {
    const {
      plan,
      sql: text,
      ...rest
    } = (await (await explainNth(3, { Accept: 'application/json' })).json()) as {
      plan: { detail: string }[];
      sql: string;
    };
    assert.equal(text, 'select * from boats order by name');
    assert.deepEqual(
      plan.map(({ detail }) => detail),
      ['SCAN boats', 'USE TEMP B-TREE FOR ORDER BY'],
    );
    assert.deepEqual(rest, { token, query: ids[2], link: `/_profiler/${token}?panel=database#query-${ids[2]}` });
    assert.match(await (await explainNth(3, { Accept: 'text/markdown' })).text(), /\| .*`SCAN boats` \|/);
  });

  test('is explained with null instead of a redacted parameter', async () => {
    received.length = 0;
    await explainNth(1);
    assert.deepEqual(received, [['<b>', null]]);
  });

  test('that writes is explained without being executed', async () => {
    await sql`insert into boats values ('missing', 'x')`.execute(database);
    const answer = await explainNth(2);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /SCAN boats/);
    const { rows } = await sql`select 1 from boats where name = 'missing'`.execute(database);
    assert.equal(rows.length, 1);
    await sql`delete from boats where name = 'missing'`.execute(database);
  });

  test('that fails reports the error of the database', async () => {
    await sql`alter table boats rename to ships`.execute(database);
    const answer = await explainNth(1);
    await sql`alter table ships rename to boats`.execute(database);
    assert.equal(answer.status, 422);
    assert.match(await answer.text(), /no such table: boats/);
  });

  test('cannot be explained from another site, without the token of the form, or by GET', async () => {
    received.length = 0;
    assert.equal((await explainNth(1, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    assert.equal((await explainNth(1, { Origin: 'http://evil.example' })).status, 403);
    assert.equal((await explainNth(1, {}, 'form=guessed')).status, 403);
    assert.equal((await explainNth(99)).status, 404);
    assert.equal((await explainNth('<script>')).status, 404);
    const read = await fetch(`${origin}/_profiler/${token}/explain`);
    assert.equal(read.status, 405);
    assert.match(read.headers.get('allow')!, /^POST\b/);
    assert.deepEqual(received, []);
  });

  test('has no button without an explain function, and a request names the fix', async () => {
    const key = 'profiler-key-with-32-bytes-or-more';
    const { origin: other, token: otherToken } = await record({ key });
    const html = await (await fetch(`${other}/_profiler/${otherToken}?panel=database`)).text();
    assert.match(html, /id="query-/);
    assert.doesNotMatch(html, /\/explain"|>\s*Explain\s*</);
    const answer = await fetch(`${other}/_profiler/${otherToken}/explain`, {
      method: 'POST',
      body: new URLSearchParams({ query: '1' }),
      headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
    });
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /explainQuery\(database\)/);
  });
});

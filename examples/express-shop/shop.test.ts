import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { connectPostgres, POSTGRES_URL } from '../../test/contracts/postgres.ts';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { runOriel } from '../../test/cli/run-program.ts';
import { eventually } from '../../test/drop-in/lib/application.ts';
import { README, copyShop, fixShop, runShop } from './fix-shop.ts';
import { readProfile, startShop } from './start-shop.ts';
import type { RunningShop } from './start-shop.ts';

describe('the shop with Express', () => {
  for (const [database, file] of [
    ['SQLite', 'sqlite.js'],
    ['PostgreSQL', 'postgres.js'],
  ] as const)
    it(`has the planted mistakes in its profiles, with their lines, on ${database}`, async (t) => {
      const url = database === 'SQLite' ? '' : await createSchema(t);
      if (url === undefined) return;
      const running = await shopFor(t, { DATABASE_URL: url });
      const profileOf = async (path: string) => readProfile(running, await fetch(running.shop + path));
      const getFinding = async (code: string, path: string): Promise<string | undefined> => {
        const { findings } = await profileOf(path);
        return findings.find((finding) => finding.code === code)?.text;
      };
      const getLocation = (function_: string) => `${file}:${getLine(file, `function ${function_}(`) + 1}`;

      assert.match(
        (await getFinding('n1', '/api/orders'))!,
        new RegExp(`^N\\+1: 20 × .*${getLocation('findCustomer')}`),
      );
      assert.match((await getFinding('slow-query', '/api/sales'))!, new RegExp(` from ${getLocation('listSales')}`));
      const { findings, summary } = await profileOf('/api/orders/order-6/label');
      assert.match(findings[0]!.text, new RegExp(`^TypeError: .* at app\\.js:${getLine('app.js', 'toUpperCase')}$`));
      assert.deepEqual([summary.status, summary.route], [500, '/api/orders/:id/label']);
    });

  it('records the outgoing call and the log record of an order', async (t) => {
    const running = await shopFor(t);
    const order = { customerId: 1, productId: 2, quantity: 3 };
    const response = await fetch(`${running.shop}/api/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(order),
    });
    assert.equal(response.status, 201);
    const { data, summary } = await readProfile(running, response);
    assert.equal(summary.httpCount, 1);
    assert.deepEqual(
      data.logs.map(({ message }) => message),
      ['order placed'],
    );
  });

  it('loses the N+1 query with the fix of the README, and the commands there prove it', async (t) => {
    const folder = copyShop();
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'profiler.sqlite');
    const oriel = async (...args: string[]): Promise<string> => {
      const { out, err } = await runOriel(folder, [...args, '--store', file]);
      return out + err;
    };
    const [finding, verdict, budget] = Array.from(README.matchAll(/```text\n(.*)\n```/g), ([, line]) => line!);
    const recorded = await runShop(folder, { ORIEL_PROFILER_FILE: file }, (url) => requestOrders(url, file));
    const explained = (await oriel('explain', recorded)).replaceAll('`', '');
    assert.ok(explained.includes(finding!.slice('- warning: '.length).replaceAll('`', '')), explained);

    fixShop(folder);
    const compared = await runShop(folder, { ORIEL_PROFILER_FILE: file }, (url) =>
      oriel('replay', recorded, '--against', url),
    );
    const [same = ''] = /Same status, same body\. \d+ fewer queries/.exec(verdict!) ?? [];
    assert.ok(same !== '' && compared.includes(same), compared);
    assert.doesNotMatch(await oriel('explain', 'latest'), /N\+1/);

    const saved = join(folder, 'budget.json');
    assert.match(await oriel('routes', `-token:${recorded}`, '--save', saved), /Saved the budgets of 1 route/);
    assert.ok((await oriel('routes', `token:${recorded}`, '--fail-if', 'worse', saved)).includes(budget!));
  });

  it('serves its page, and answers invalid orders with 422', async (t) => {
    const { shop } = await shopFor(t);
    assert.match(await (await fetch(shop)).text(), /<h1>Mug shop<\/h1>/);
    assert.equal((await fetch(`${shop}/api/orders`, { method: 'POST' })).status, 422);
    assert.equal((await fetch(`${shop}/api/orders/none/label`)).status, 404);
  });
});

/** Requests the orders. Returns the token of the profile, once it is in the store. */
async function requestOrders(url: string, file: string): Promise<string> {
  const response = await fetch(`${url}/api/orders`);
  await response.arrayBuffer();
  const token = response.headers.get('x-debug-token')!;
  const storage = new SqlProfileStorage({ file });
  await eventually(() => storage.read(token));
  storage.close();
  return token;
}

async function shopFor(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<RunningShop> {
  const running = await startShop(env);
  t.after(() => running.stop());
  return running;
}

/** Returns the URL of a new schema of PostgreSQL, or skips the test. */
async function createSchema(t: TestContext): Promise<string | undefined> {
  const { skip, close } = await connectPostgres('shop');
  if (skip !== false) return t.skip(skip) as undefined;
  t.after(close);
  return `${POSTGRES_URL}?options=${encodeURIComponent(`-c search_path=oriel_shop_${process.pid}`)}`;
}

/** Returns the number of the first line of a file of the shop that contains a text. */
function getLine(file: string, text: string): number {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { connectPostgres, POSTGRES_URL } from '../../packages/host/src/integrations/kysely/store/postgres.contract.ts';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { runOriel } from '../../test/cli/run-program.ts';
import { eventually } from '../../test/drop-in/lib/application.ts';
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
      const findingOf = async (code: string, path: string): Promise<string | undefined> => {
        const { findings } = await profileOf(path);
        return findings.find((each) => each.code === code)?.text;
      };
      const at = (function_: string) => `${file}:${lineOf(file, `function ${function_}(`) + 1}`;

      assert.match((await findingOf('n1', '/api/orders'))!, new RegExp(`^N\\+1: 20 × .*${at('findCustomer')}`));
      assert.match((await findingOf('slow-query', '/api/sales'))!, new RegExp(` from ${at('listSales')}`));
      const { findings, summary } = await profileOf('/api/orders/order-6/label');
      assert.match(findings[0]!.text, new RegExp(`^TypeError: .* at app\\.js:${lineOf('app.js', 'toUpperCase')}$`));
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
    const folder = copyShop(t);
    const oriel = async (...args: string[]): Promise<string> => {
      const { out, err } = await runOriel(folder, [...args, '--store', join(folder, 'profiler.sqlite')]);
      return out + err;
    };
    const [finding, verdict, budget] = Array.from(README.matchAll(/```text\n(.*)\n```/g), ([, line]) => line!);
    const recorded = await withShop(folder, (url) => requestOrders(url, folder));
    const explained = (await oriel('explain', recorded)).replaceAll('`', '');
    assert.ok(explained.includes(finding!.slice('- warning: '.length).replaceAll('`', '')), explained);

    writeFileSync(join(folder, 'app.js'), applyDiff(readFileSync(join(folder, 'app.js'), 'utf8')));
    const compared = await withShop(folder, (url) => oriel('replay', recorded, '--against', url));
    const [same = ''] = /Same status, same body\. \d+ fewer queries/.exec(verdict!) ?? [];
    assert.ok(same !== '' && compared.includes(same), compared);
    assert.doesNotMatch(await oriel('explain', 'latest'), /N\+1/);

    const file = join(folder, 'budget.json');
    assert.match(await oriel('routes', `-token:${recorded}`, '--save', file), /Saved the budgets of 1 route/);
    assert.ok((await oriel('routes', `token:${recorded}`, '--fail-if', 'worse', file)).includes(budget!));
  });

  it('serves its page, and answers invalid orders with 422', async (t) => {
    const { shop } = await shopFor(t);
    assert.match(await (await fetch(shop)).text(), /<h1>Mug shop<\/h1>/);
    assert.equal((await fetch(`${shop}/api/orders`, { method: 'POST' })).status, 422);
    assert.equal((await fetch(`${shop}/api/orders/none/label`)).status, 404);
  });
});

const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
// The package is not in the packages of the copy.
const REGISTER = join(import.meta.dirname, '../../packages/profiler/src/register.ts');

/** Copies the shop into a folder in which it can be changed. */
function copyShop(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-shop-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(import.meta.dirname, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

/** Runs a function with the URL of the shop in a folder, and ends the shop. */
async function withShop<Result>(folder: string, use: (url: string) => Promise<Result>): Promise<Result> {
  const env = { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', DATABASE_URL: '', SHIPPING_URL: '', PORT: '0' };
  const child = spawn(process.execPath, ['--conditions=oriel:source', '--import', REGISTER, 'app.js'], {
    cwd: folder,
    env: { ...env, ORIEL_PROFILER_FILE: join(folder, 'profiler.sqlite') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (chunk) => {
        const [, found] = /listens on (http:\S+)/.exec((output += String(chunk))) ?? [];
        if (found !== undefined) resolve(found);
      });
      void exit.then(() => reject(new Error(`The shop ended: ${output}`)));
    });
    return await use(url);
  } finally {
    child.kill();
    await exit;
  }
}

/** Requests the orders. Returns the token of the profile, once it is in the store of the folder. */
async function requestOrders(url: string, folder: string): Promise<string> {
  const response = await fetch(`${url}/api/orders`);
  await response.arrayBuffer();
  const token = response.headers.get('x-debug-token')!;
  const storage = new SqlProfileStorage({ file: join(folder, 'profiler.sqlite') });
  await eventually(() => storage.read(token));
  storage.close();
  return token;
}

/** Applies the diff of the README. */
function applyDiff(source: string): string {
  const [, diff = ''] = /```diff\n(.*?)```/s.exec(README) ?? [];
  const linesOf = (sign: '-' | '+'): string =>
    diff
      .split('\n')
      .filter((line) => line.startsWith(' ') || line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  assert.equal(source.split(linesOf('-')).length, 2, 'the lines of the diff are in app.js once');
  return source.replace(linesOf('-'), linesOf('+'));
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
function lineOf(file: string, text: string): number {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

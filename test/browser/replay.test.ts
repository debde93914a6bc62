import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { listen } from '../../packages/profiler/src/cli/listen.ts';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { PagesServer } from '../../packages/profiler/src/view/serve.ts';
import { startApplication } from '../drop-in/lib/application.ts';
import type { Application } from '../drop-in/lib/application.ts';
import { getViolations } from './support/axe.ts';
import { TestBrowser, skip, takePicture } from './support/browser.ts';

interface Started {
  readonly application: Application;
  /** The origin of the application. */
  readonly origin: string;
  /** The origin of the pages, which are in another process. */
  readonly pages: string;
}

async function start(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const application = await startApplication(t, 'rotating-sessions.mjs', { env });
  const origin = application.url.replace('127.0.0.1', 'localhost');
  const storage = new SqlProfileStorage({ file: application.store });
  const server = new PagesServer({ storage, title: 'Oriel', key: undefined, keyOnly: false });
  const { url, close } = await listen(server.serve, { host: 'localhost', port: 0 });
  t.after(async () => {
    server.close();
    await close();
    storage.close();
  });
  return { application, origin, pages: url };
}

/** Opens pages of the application, and returns the token of the last one. */
async function openPages(page: Page, { application, origin }: Started, ...paths: readonly string[]): Promise<string> {
  let token = '';
  for (const path of paths) token = (await page.goto(origin + path))!.headers()['x-debug-token']!;
  await application.profile(token);
  return token;
}

function findSecrets({ store, output }: Application): string[] {
  const secrets = output().match(/secret-session-\S+/g) ?? [];
  const files = readdirSync(dirname(store)).map((name) => readFileSync(join(dirname(store), name)));
  assert.ok(secrets.length > 0 && files.length > 0);
  return secrets.filter((secret) => files.some((bytes) => bytes.includes(secret)));
}

describe('sending a request again in a browser', { skip }, () => {
  const browser = new TestBrowser();

  for (const javaScriptEnabled of [true, false])
    test(`uses the cookies of the browser, stores none, and keeps the user logged in (scripts: ${javaScriptEnabled})`, async (t) => {
      const started = await start(t);
      const { application, origin, pages } = started;
      await browser.visit(
        origin,
        async (page) => {
          const token = await openPages(page, started, '/sign-in', '/account');
          await page.goto(`${pages}/_profiler/${token}`);
          await page.getByRole('button', { name: 'Send again' }).click();
          await page.waitForURL(new RegExp(`/_profiler/${token}\\.\\.[0-9a-f]{6}$`));
          const [, after = ''] = page.url().split('..');
          const { data, summary } = await application.profile(after);
          assert.equal(summary.status, 200);
          assert.match(data.response.body!.content, /Account of ada, ada/);
          assert.deepEqual(
            data.request.cookies.map(([name]) => name),
            ['rotating', 'steady'],
          );
          // The cookie that the second request has replaced is that of the browser.
          for (let visit = 0; visit < 2; visit++) {
            await page.goto(`${origin}/account`);
            assert.equal(await page.locator('body').innerText(), 'Account of ada, ada');
          }
          const names = (await page.context().cookies()).map(({ name, path, httpOnly }) => [name, path, httpOnly]);
          assert.deepEqual(
            names.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
            [
              ['rotating', '/', true],
              ['steady', '/', true],
              ['visitor', '/', true],
            ],
          );
          assert.deepEqual(findSecrets(application), []);
        },
        { javaScriptEnabled, other: pages },
      );
    });

  test('asks before a POST is sent, and shows what the application received', async (t) => {
    const started = await start(t);
    const { application, origin, pages } = started;
    await browser.visit(
      origin,
      async (page) => {
        await openPages(page, started, '/sign-in');
        const order = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"item":7}' };
        const token = await page.evaluate<string>(
          `fetch('/orders', ${JSON.stringify(order)}).then((response) => response.headers.get('x-debug-token'))`,
        );
        await application.profile(token);
        await page.goto(`${pages}/_profiler/${token}`);
        await page.getByRole('link', { name: 'Send again' }).click();
        await page.waitForURL(`${pages}/_profiler/${token}/replay/edit`);
        assert.match(
          await page.locator('fieldset').innerText(),
          /The cookies of this browser are sent: rotating, steady/,
        );
        await page.getByLabel('Body').fill('{"item":8}');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.waitForURL(/\.\./);
        const { data, summary } = await application.profile(page.url().split('..')[1]!);
        assert.deepEqual([summary.status, data.response.body!.content], [201, '{"ordered":{"item":8}}']);
        assert.deepEqual(findSecrets(application), []);
      },
      { other: pages },
    );
  });

  test('asks for a masked Authorization header once per tab', async (t) => {
    const started = await start(t);
    const { application, origin, pages } = started;
    await browser.visit(
      origin,
      async (page) => {
        await openPages(page, started, '/sign-in');
        const call = `fetch('/keys', { headers: { Authorization: 'Bearer the-secret-key-of-the-interface' } })`;
        const token = await page.evaluate<string>(`${call}.then((response) => response.headers.get('x-debug-token'))`);
        await application.profile(token);
        const open = page.goto.bind(page, `${pages}/_profiler/${token}`);
        const send = page.getByRole('button', { name: 'Send again' });
        await open();
        await send.click();
        await page.waitForURL(/\/replay\/edit$/);
        await page.getByLabel('Header Authorization').fill('the-secret-key-of-the-interface');
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.waitForURL(/\.\./);
        await open();
        await send.click();
        await page.waitForURL(/\.\./);
        const after = await application.profile(page.url().split('..')[1]!);
        assert.equal(after.summary.status, 200);
        assert.deepEqual(await page.evaluate('Object.keys(sessionStorage)'), [`replay ${origin} authorization`]);
      },
      { other: pages },
    );
  });

  test('works on pages inside of the application, whose request is recorded as a request, not as an outgoing call', async (t) => {
    const started = await start(t, { PAGES: '/debug/profiler' });
    const { application, origin } = started;
    await browser.visit(origin, async (page) => {
      const token = await openPages(page, started, '/sign-in', '/account');
      await page.goto(`/debug/profiler/${token}`);
      await page.getByRole('button', { name: 'Send again' }).click();
      await page.waitForURL(/\.\./);
      const { summary } = await application.profile(page.url().split('..')[1]!);
      assert.equal(summary.status, 200);
      // Browsers request the icon as well.
      const recorded = (await application.profiles(3)).filter((profile) => profile.summary.path !== '/favicon.ico');
      assert.deepEqual(
        recorded.map((profile) => [profile.summary.path, profile.summary.httpCount]),
        [
          ['/sign-in', 0],
          ['/account', 0],
          ['/account', 0],
        ],
      );
      await page.goto('/account');
      assert.equal(await page.locator('body').innerText(), 'Account of ada, ada');
    });
  });

  for (const [name, viewport, colorScheme] of [
    ['light', { width: 1280, height: 900 }, 'light'],
    ['dark', { width: 768, height: 900 }, 'dark'],
    ['phone', { width: 360, height: 740 }, 'light'],
  ] as const)
    test(`has accessible pages of at most 40 KB that fit the window (${name})`, async (t) => {
      const started = await start(t);
      const { application, origin, pages } = started;
      await browser.visit(
        origin,
        async (page) => {
          await openPages(page, started, '/sign-in');
          const [token, unrecorded] = await page.evaluate<string[]>(`(async () => {
            const body = JSON.stringify({ item: 7, password: 'hunter22', note: 'x'.repeat(200) });
            const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer the-secret-key', 'X-Trace': '1' };
            const order = await fetch('/orders?token=abcdef&page=2', { method: 'POST', headers, body });
            const icon = await fetch('/sign-in');
            return [order, icon].map((response) => response.headers.get('x-debug-token'));
          })()`);
          await application.profile(unrecorded!);
          const check = async (picture: string): Promise<void> => {
            assert.deepEqual(await getViolations(page), []);
            assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'));
            await takePicture(page, `replay-${picture}-${name}`, true);
          };
          await page.goto(`${pages}/_profiler/${token}`);
          await check('profile');
          const form = await page.goto(`${pages}/_profiler/${token}/replay/edit`);
          assert.ok((await form!.body()).length <= 40_960);
          await check('form');
          await page.getByLabel('Address').fill('http://localhost:1');
          await page.getByRole('button', { name: 'Send', exact: true }).click();
          await page.getByRole('alert').waitFor();
          await check('failure');
          await page.goto(`${pages}/_profiler/${unrecorded}/replay/edit`);
          // The pages themselves record nothing.
          await page.getByLabel('Address').fill(pages);
          await page.getByLabel('Path and query').fill('/_profiler/search-syntax.json');
          await page.getByRole('button', { name: 'Send', exact: true }).click();
          await page.getByText('The response has no profile').waitFor();
          await check('response');
        },
        { viewport, colorScheme, other: pages, expected: 502 },
      );
    });
});

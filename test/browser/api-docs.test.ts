import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryProfileStorage } from 'oriel';
import { TestBrowser, skip, takePicture } from './support/browser.ts';
import { authorize, execute, issued, serve, serveForAll } from './support/docs-host.ts';

describe('Swagger UI in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const plain = serveForAll({});

  for (const query of ['strict', 'lenient'] as const)
    test(`executes a list operation with the default values if the host has query: '${query}'`, () =>
      serve({ query }, (origin) =>
        browser.visit(origin, async (page) => {
          await page.goto('/api/docs');
          const sent = page.waitForRequest((request) => request.url().includes('/api/cities'));
          assert.equal(await execute(page, 'list'), '200');
          assert.equal(new URL((await sent).url()).search, '');
        }),
      ));

  test('has the colours that the browser prefers, and changes them while the page is open', () =>
    browser.visit(
      plain(),
      async (page) => {
        const background = (): Promise<string> =>
          page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
        await page.goto('/api/docs');
        await page.locator('.opblock').first().waitFor();
        const dark = await background();
        await takePicture(page, 'api-docs-dark');
        await page.emulateMedia({ colorScheme: 'light' });
        await page.locator('html:not(.dark-mode)').waitFor();
        assert.notEqual(await background(), dark);
        await takePicture(page, 'api-docs-light');
      },
      { colorScheme: 'dark' },
    ));

  test('links each operation to its recorded requests in development', () =>
    serve({ profiler: { storage: new MemoryProfileStorage() } }, (origin) =>
      browser.visit(origin, async (page) => {
        await page.goto('/api/docs');
        assert.equal(await execute(page, 'list'), '200');
        const [recorded] = await Promise.all([
          page.waitForEvent('popup'),
          page.getByRole('link', { name: 'Recorded requests' }).click(),
        ]);
        await recorded.locator('tbody tr').first().waitFor();
        assert.match(await recorded.locator('tbody tr').first().innerText(), /\/api\/cities/);
        assert.equal(await recorded.locator('tbody tr').count(), 1);
      }),
    ));

  test('has no links to recorded requests without a profiler', () =>
    browser.visit(plain(), async (page) => {
      await page.goto('/api/docs');
      assert.equal(await execute(page, 'list'), '200');
      assert.equal(await page.getByRole('link', { name: 'Recorded requests' }).count(), 0);
    }));

  test('gives an open operation an address, which opens it again', () =>
    browser.visit(plain(), async (page) => {
      await page.goto('/api/docs');
      await page.locator('[id$=".list"] .opblock-summary-control').click();
      await page.waitForURL('**/api/docs#/**');
      await page.reload();
      await page.locator('[id$=".list"] .opblock-body').waitFor();
      assert.equal(await page.locator('.opblock-body').count(), 1);
    }));

  test('fits into 360 pixels', () =>
    browser.visit(
      plain(),
      async (page) => {
        await page.goto('/api/docs');
        await page.locator('.opblock').first().waitFor();
        await takePicture(page, 'api-docs-360');
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
      },
      { viewport: { width: 360, height: 740 } },
    ));

  test('executes a create with an authorized API key, and shows 401 without one', () =>
    browser.visit(
      plain(),
      async (page) => {
        await page.goto('/api/docs');
        assert.equal(await execute(page, 'create'), '401');
        await authorize(page, 'api-key', issued.key);
        assert.equal(await execute(page, 'create'), '201');
      },
      { expected: 401 },
    ));

  test('executes a create with the session of the browser and an authorized CSRF token', () =>
    browser.visit(
      plain(),
      async (page) => {
        await page.goto('/api/docs');
        await page.evaluate(LOGIN);
        assert.equal(await execute(page, 'create'), '403');
        await authorize(page, 'csrf-token', await page.evaluate("fetch('/token').then((sent) => sent.text())"));
        assert.equal(await execute(page, 'create'), '201');
      },
      { expected: 403 },
    ));
});

const LOGIN = `fetch('/login', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ username: 'ada', password: 'secret' }),
})`;

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defineHost, filter, memoryStore, resource, route } from 'oriel';
import type { HostConfig } from 'oriel';
import { apiKey, createApiKey, hashPassword, sessionLogin } from 'oriel/security';
import { MemoryProfileStorage } from 'oriel/profiler';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { TestBrowser, skip, takePicture } from './support/browser.ts';

const City = z.object({
  id: z.number().int(),
  name: z.string().min(1),
  country: z.string().regex(/^[A-Z]{2}$/),
  population: z.number().int().min(0),
  founded: z.iso.date().nullable(),
});
const issued = createApiKey('docs');
const password = await hashPassword('secret', { memory: 64, passes: 1 });
const guide = { id: 'guide', roles: ['editor'] };

function docsHost(extra: Partial<HostConfig>) {
  return defineHost({
    title: 'Docs',
    resources: [
      resource('cities', City, {
        id: 'id',
        input: { create: City.omit({ id: true }) },
        filters: {
          name: filter.partial(),
          country: filter.exact(),
          population: filter.range(),
          founded: filter.date(),
          exists: filter.exists(['founded']),
          order: filter.order(['name', 'population']),
          q: filter.search(['name']),
        },
        views: { short: ['id', 'name'] },
        page: { off: true },
        access: { read: 'public', write: 'role:editor' },
        store: memoryStore([{ id: 1, name: 'Oslo', country: 'NO', population: 700_000, founded: null }]),
      }),
    ],
    routes: [route('token', 'GET /token', { handle: ({ session }) => session.csrfToken() })],
    sessions: {},
    security: {
      users: [{ id: 'ada', roles: ['editor'], password }],
      firewalls: [
        {
          name: 'all',
          anonymous: true,
          authenticators: [apiKey({ keys: [{ id: issued.id, hash: issued.hash, user: guide }] }), sessionLogin()],
        },
      ],
    },
    log: false,
    profiler: false,
    ...extra,
  });
}

/** Executes an operation without changes to its form, and returns the status that Swagger UI shows. */
async function execute(page: Page, operation: string): Promise<string> {
  const block = page.locator(`[id^="operations-"][id$=".${operation}"]`);
  if (!(await block.locator('button.execute').isVisible())) await block.locator('.opblock-summary-control').click();
  const answered = page.waitForResponse((response) => response.url().includes('/api/cities'));
  await block.locator('button.execute').click();
  await answered;
  return (await block.locator('.live-responses-table .response-col_status').last().innerText()).trim();
}

async function authorize(page: Page, scheme: string, value: string): Promise<void> {
  await page.locator('.scheme-container button.authorize').click();
  const dialog = page.locator('.auth-container', { hasText: scheme });
  await dialog.locator('input').fill(value);
  await dialog.locator('button[type=submit]').click();
  await page.locator('.modal-ux button.btn-done').first().click();
}

async function serve(extra: Partial<HostConfig>, use: (origin: string) => Promise<void>): Promise<void> {
  const host = docsHost(extra);
  // A host with a profiler runs as during development.
  const { port } = await host.listen({ port: 0, mode: extra.profiler ? 'development' : 'production' });
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    await host.close();
  }
}

describe('Swagger UI in a browser', { skip }, () => {
  const browser = new TestBrowser();

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
    serve({}, (origin) =>
      browser.visit(
        origin,
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
      ),
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
    serve({}, (origin) =>
      browser.visit(origin, async (page) => {
        await page.goto('/api/docs');
        assert.equal(await execute(page, 'list'), '200');
        assert.equal(await page.getByRole('link', { name: 'Recorded requests' }).count(), 0);
      }),
    ));

  test('fits into 360 pixels', () =>
    serve({}, (origin) =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/api/docs');
          await page.locator('.opblock').first().waitFor();
          await takePicture(page, 'api-docs-360');
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
        },
        { viewport: { width: 360, height: 740 } },
      ),
    ));

  test('executes a create with an authorized API key, and shows 401 without one', () =>
    serve({}, (origin) =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/api/docs');
          assert.equal(await execute(page, 'create'), '401');
          await authorize(page, 'api-key', issued.key);
          assert.equal(await execute(page, 'create'), '201');
        },
        { expected: 401 },
      ),
    ));

  test('executes a create with the session of the browser and an authorized CSRF token', () =>
    serve({}, (origin) =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/api/docs');
          await page.evaluate(LOGIN);
          assert.equal(await execute(page, 'create'), '403');
          await authorize(page, 'csrf-token', await page.evaluate("fetch('/token').then((sent) => sent.text())"));
          assert.equal(await execute(page, 'create'), '201');
        },
        { expected: 403 },
      ),
    ));
});

const LOGIN = `fetch('/login', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ username: 'ada', password: 'secret' }),
})`;

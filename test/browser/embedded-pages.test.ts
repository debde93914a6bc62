import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startApplication } from '../drop-in/lib/application.ts';
import { TestBrowser, skip } from './support/browser.ts';

const env = { PAGES: '/debug/profiler', ORIEL_PROFILER_TOOLBAR: '1' };

describe('pages at another path of an application in a browser', { skip }, () => {
  const browser = new TestBrowser();

  test('the toolbar reads its summary and opens the profile, and the list shows live rows with their filters', async (t) => {
    const { url, profiles } = await startApplication(t, 'embedded-express.mjs', { env });
    await browser.visit(url, async (page) => {
      const summaries = page.waitForResponse((response) => response.url().includes('results.json'));
      await page.goto('/hello');
      await page.evaluate('fetch("/hello?from=fetch")');
      const response = await summaries;
      assert.equal(new URL(response.url()).pathname, '/debug/profiler/empty/search/results.json');
      assert.equal(response.status(), 200);
      await profiles(2);
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: /^Status 200, profile/ }).click(),
      ]);
      await opened.waitForLoadState();
      assert.match(opened.url(), /\/debug\/profiler\/[0-9a-f]{6}$/);
      await opened.locator('a.brand').click();
      await opened.locator('.live', { hasText: 'Live' }).waitFor();
      await page.evaluate('fetch("/hello?from=list")');
      const fresh = opened.locator('tr.fresh', { hasText: 'from=list' });
      await fresh.waitFor();
      // A row that the list already has is not added again.
      assert.equal(await opened.locator('tr', { hasText: 'from=fetch' }).count(), 1);
      await fresh.getByRole('button').click();
      const filter = opened.locator('#menu dd a').first();
      assert.match((await filter.getAttribute('href'))!, /^\/debug\/profiler\/empty\/search\/results\?/);
    });
  });
});

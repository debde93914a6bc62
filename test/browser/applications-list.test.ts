import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfile } from '../../src/testing/index.ts';
import { TestBrowser, skip } from './support/browser.ts';
import { writeSampleProfiles } from './support/sample-profiles.ts';
import { createProfilerHost } from './support/profiler-host.ts';

describe('the list of several applications in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const { host, storage } = createProfilerHost({ showsApplications: true });
  let origin = '';
  before(async () => {
    writeSampleProfiles(storage);
    storage.write([createProfile('GET /cart', { summary: { app: 'shop' } })]);
    origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  });
  after(() => host.close());

  test('keys move the focus between rows and open a profile, also one whose filters were shown', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/empty/search/results?limit=10');
      const rows = page.locator('tbody tr:not(.boot)');
      await rows.nth(1).hover({ force: true });
      await rows.nth(1).locator('td:nth-child(12) .f').waitFor({ state: 'attached' });
      const second = await rows.nth(1).locator('td:nth-child(12) > a').textContent();
      for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key);
      assert.equal(await page.evaluate('document.activeElement.textContent'), second);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/_profiler/${second}`);
      await page.goBack();
      await rows.nth(1).hover({ force: true });
      await rows.nth(1).locator('td:nth-child(12) .f').waitFor({ state: 'attached' });
      for (const key of ['j', 'j', 'g', 'r']) await page.keyboard.press(key);
      await page.waitForURL(`**/_profiler/${second}?panel=request`);
    }));
});

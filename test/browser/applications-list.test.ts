import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfile } from '../../src/testing/index.ts';
import { TestBrowser, skip, takePicture } from './support/browser.ts';
import { writeSampleProfiles } from './support/sample-profiles.ts';
import { createProfilerHost } from './support/profiler-host.ts';

describe('the list of several applications in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const { host, storage } = createProfilerHost({ showsApplications: true });
  let origin = '';
  before(async () => {
    writeSampleProfiles(storage);
    storage.write([createProfile('GET /cart', { summary: { app: 'stock' } })]);
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

  test('the icon of an application filters by its name', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/empty/search/results?limit=10');
      const row = page.locator('tbody tr', { hasText: '/cart' });
      await row.hover({ force: true });
      const icon = row.locator('td:nth-child(13) .f > a');
      await icon.hover();
      await takePicture(page, 'application-icon');
      await row.locator('td:nth-child(13) .f').getByText('not').click();
      await page.waitForURL(/\?limit=10&q=-app:%3Dstock$/);
      assert.equal(await page.locator('tbody tr', { hasText: '/cart' }).count(), 0);
      await page.goBack();
      await row.hover({ force: true });
      await icon.click();
      await page.waitForURL(/\?limit=10&q=app:%3Dstock$/);
      assert.equal(await page.locator('.found').textContent(), '1 results found');
    }));

  test('each link in the menu of a token can be clicked', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/empty/search/results?limit=10');
      const row = page.locator('tbody tr').first();
      await row.hover({ force: true });
      const menu = row.locator('td:nth-child(12) .f');
      await menu.locator('> a').hover();
      await menu.getByText(/^token:/).click();
      await page.waitForURL(/\?limit=10&q=token:[0-9a-f]{6}$/);
    }));

  test('the filter button of each row is visible on a phone, where nothing hovers', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto('/_profiler/');
        const button = page.locator('tbody button').first();
        assert.equal(
          await button.evaluate((each) => each.ownerDocument.defaultView!.getComputedStyle(each).opacity),
          '1',
        );
        const { width, height } = (await button.boundingBox())!;
        const [left, top] = await button.evaluate((each) => {
          const style = each.ownerDocument.defaultView!.getComputedStyle(each, '::before');
          return [parseFloat(style.left), parseFloat(style.top)];
        });
        // The icon has 9 pixels and is in the middle.
        for (const [size, place] of [
          [width, left],
          [height, top],
        ] as const)
          assert.ok(Math.abs(size / 2 - 4.5 - place) < 1, `${place} of ${size}`);
      },
      { viewport: { width: 360, height: 720 } },
    ));

  for (const [name, options] of [
    ['light', { viewport: { width: 1360, height: 700 } }],
    ['dark', { viewport: { width: 1360, height: 700 }, colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 720 } }],
  ] as const)
    test(`the list does not scroll horizontally (${name})`, () =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/_profiler/');
          const [scrollWidth, innerWidth] = await page.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, innerWidth]',
          );
          assert.ok(scrollWidth <= innerWidth, `${scrollWidth} > ${innerWidth}`);
          await takePicture(page, `applications-${name}`);
        },
        options,
      ));
});

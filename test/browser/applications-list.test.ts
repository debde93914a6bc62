import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfile } from '../../packages/host/src/testing/index.ts';
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

  test('keys move the focus between rows and open a profile, also one whose menu was open', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/empty/search/results?limit=10');
      const rows = page.locator('tbody tr:not(.boot)');
      const second = await rows.nth(1).locator('td > a').textContent();
      await rows.nth(1).getByRole('button').click();
      await page.locator('#menu:popover-open').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('body').focus();
      for (const key of ['j', 'j', 'g', 'r']) await page.keyboard.press(key);
      await page.waitForURL(`**/_profiler/${second}?panel=request`);
    }));

  test('the menu of a row filters by its application, and the head of the page chooses one', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/empty/search/results?limit=10');
      const row = page.locator('tbody tr', { hasText: '/cart' });
      await row.getByRole('button').click();
      await takePicture(page, 'application-menu');
      await page.getByRole('link', { name: 'not app:=stock' }).click();
      await page.waitForURL(/q=-app:%3Dstock/);
      assert.equal(await page.locator('tbody tr', { hasText: '/cart' }).count(), 0);
      await page.goBack();
      await page.getByText('All applications').first().click();
      await page.getByRole('link', { name: 'stock', exact: true }).click();
      await page.waitForURL(/q=app:%3Dstock/);
      assert.equal(await page.locator('.found').textContent(), '1 results found');
    }));

  test('the button of each row is visible where nothing hovers', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto('/_profiler/');
        const { width, height } = (await page.locator('tbody button').first().boundingBox())!;
        assert.ok(width >= 24 && height >= 24, `${width} × ${height}`);
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

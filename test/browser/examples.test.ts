import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startShop } from '../../examples/express-shop/start-shop.ts';
import type { RunningShop } from '../../examples/express-shop/start-shop.ts';
import { openTestAtlas } from '../../examples/atlas/test-atlas.ts';
import { listenClinic } from '../../examples/clinic/test-clinic.ts';
import { startTracker } from '../../examples/tracker/test-tracker.ts';
import { getViolations } from './support/axe.ts';
import { TestBrowser, skip, takePicture } from './support/browser.ts';

const SCHEMES = [
  ['light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['dark on a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
] as const;

async function checkPage(page: Page, name: string): Promise<void> {
  assert.deepEqual(await getViolations(page), [], name);
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${name} scrolls`);
  await takePicture(page, name, true);
}

// The hosts are started before the tests, and stop after them.
const atlas = skip ? '' : (await openTestAtlas()).url.replace(/\/$/, '');
const tracker = skip ? '' : await listen();
const clinic = skip ? '' : await listenClinic();

async function listen(): Promise<string> {
  const started = await startTracker('SQLite');
  if (typeof started === 'string') throw new Error(started);
  const { url } = await started.host.listen({ host: '127.0.0.1', port: 0, mode: 'development' });
  return url.replace(/\/$/, '');
}

describe('the pages of the examples', { skip }, () => {
  const browser = new TestBrowser();
  let shop: RunningShop;
  before(async () => {
    shop = await startShop();
  });
  after(() => shop.stop());

  for (const [scheme, options] of SCHEMES) {
    test(`of the shop shows a formatted response with the link to its profile (${scheme})`, () =>
      browser.visit(
        shop.shop,
        async (page) => {
          await page.goto('/');
          await page.getByRole('button', { name: 'GET /api/orders', exact: true }).click();
          await page.getByRole('link', { name: 'Open the profile' }).waitFor();
          assert.match(await page.locator('.result pre').innerText(), /^\[\n {2}\{\n {4}"id": /);
          const link = await page.getByRole('link', { name: 'Open the profile' }).getAttribute('href');
          assert.match(link!, /\/_profiler\/[0-9a-f]{6}$/);
          await checkPage(page, `shop-${scheme}`);
        },
        options,
      ));

    test(`of the tracker logs in with a demo account and creates an issue (${scheme})`, () =>
      browser.visit(
        tracker,
        async (page) => {
          await page.goto('/');
          await page.getByRole('button', { name: 'Log in as Ben' }).waitFor();
          await checkPage(page, `tracker-login-${scheme}`);
          await page.getByRole('button', { name: 'Log in as Ben' }).click();
          await page.locator('[name=title]').fill(`The rudder sticks (${scheme})`);
          await page.getByRole('button', { name: 'Create issue' }).click();
          await page.locator('#issues').getByText(`The rudder sticks (${scheme})`).waitFor();
          await checkPage(page, `tracker-${scheme}`);
        },
        { ...options, expected: 401 },
      ));

    test(`of the clinic shows an appointment that another user has booked (${scheme})`, () =>
      browser.visit(
        clinic,
        async (page) => {
          await page.goto('/');
          await page.getByRole('button', { name: 'Log in as Lena' }).click();
          await page.getByText('09:00 Ana Silva').waitFor();
          const other = await page.context().browser()!.newPage({ baseURL: clinic });
          await other.goto('/');
          await other.getByRole('button', { name: 'Log in as Miles' }).click();
          await other.getByRole('button', { name: 'Book' }).click();
          await other.locator('[name=patient]').selectOption('Ruth Cole');
          await other.locator('[name=start]').fill(scheme === 'light' ? '15:00' : '16:00');
          await other.getByRole('button', { name: 'Save' }).click();
          await page.getByText(`${scheme === 'light' ? '15:00' : '16:00'} Ruth Cole`).waitFor();
          await other.close();
          await checkPage(page, `clinic-${scheme}`);
          await page.getByRole('button', { name: '10:00 Jonas Weber' }).click();
          await page.getByRole('dialog').waitFor();
          await checkPage(page, `clinic-dialog-${scheme}`);
        },
        { ...options, expected: 401 },
      ));

    test(`of the atlas sends a request, and shows its formatted response (${scheme})`, () =>
      browser.visit(
        atlas,
        async (page) => {
          await page.goto('/live');
          await page.locator('#state.open').waitFor();
          await page.getByRole('button', { name: 'populaton' }).click();
          await page.locator('.result .pill').waitFor();
          assert.match(await page.locator('.result').innerText(), /400 Bad Request[^]*"detail": /);
          await checkPage(page, `atlas-${scheme}`);
        },
        { ...options, expected: 400 },
      ));
  }
});

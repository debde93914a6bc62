import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createErrorView } from '../../packages/core/src/errors/error-view.ts';
import { createBody } from '../../packages/profiler/src/testing/create-profile.ts';
import { createProfile } from '../../packages/host/src/testing/index.ts';
import { createNoiseImage } from '../lib/noise-image.ts';
import { TestBrowser, takePicture, skip } from './support/browser.ts';
import { writeSampleProfiles } from './support/sample-profiles.ts';
import { createProfilerHost } from './support/profiler-host.ts';
import { readCopied } from './support/read-copied.ts';

describe('the pages of a profile in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const { host, storage } = createProfilerHost();
  let origin = '';
  let failed = '';
  before(async () => {
    writeSampleProfiles(storage);
    origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
    failed = storage.find({ terms: [], sort: { by: 'status', descending: true }, limit: 1, cursor: undefined }).rows[0]!
      .token;
  });
  after(() => host.close());

  test('open with the exception, and findings link to their panels', () =>
    browser.visit(origin, async (page) => {
      await page.goto(`/_profiler/${failed}`);
      assert.equal(await page.locator('#panel').textContent(), 'Exception');
      await page.locator('.findings a').nth(1).click();
      await page.waitForURL(/panel=database/);
    }));

  for (const [name, options] of [
    ['light', { viewport: { width: 1280, height: 900 } }],
    ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 800 } }],
  ] as const)
    test(`do not wrap the property names of an exception next to long values (${name})`, () =>
      browser.visit(
        origin,
        async (page) => {
          const error = Object.assign(new Error('cannot connect'), {
            hostname: 'replica-1.internal',
            attempts: 3,
            endpoint: `https://replica.internal/${'very-long-segment/'.repeat(20)}`,
          });
          const exception = createErrorView({
            ...{ error, status: 500, reason: 'Internal Server Error', logs: [], hints: [] },
            request: { method: 'GET', url: 'http://localhost/', headers: [] },
          });
          const { summary, data } = createProfile('GET /properties', { summary: { status: 500 }, data: { exception } });
          storage.write([{ summary, data }]);
          await page.goto(`/_profiler/${summary.token}?panel=exception`);
          const lines = await page.locator('.properties dt').evaluateAll((labels) =>
            labels.map((label) => {
              const range = label.ownerDocument.createRange();
              range.selectNodeContents(label);
              return range.getClientRects().length;
            }),
          );
          assert.deepEqual(lines, [1, 1, 1]);
          const [scrollWidth, innerWidth] = await page.evaluate<[number, number]>(
            '[document.documentElement.scrollWidth, innerWidth]',
          );
          assert.ok(scrollWidth <= innerWidth, `${scrollWidth} > ${innerWidth}`);
          await takePicture(page, `properties-${name}`, true);
        },
        options,
      ));

  test('open every panel without errors in the console', () =>
    browser.visit(origin, async (page) => {
      await page.goto(`/_profiler/${failed}`);
      const panels = await page
        .locator('.tabs a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
      assert.ok(panels.length >= 8);
      for (const href of panels) {
        await page.goto(href);
        assert.equal(await page.locator('.tabs [aria-current=page]').getAttribute('href'), href);
      }
    }));

  test('open panels and adjacent profiles by keys', () =>
    browser.visit(origin, async (page) => {
      await page.goto(`/_profiler/${failed}`);
      await page.keyboard.press('g');
      await page.keyboard.press('t');
      await page.waitForURL(/panel=timeline/);
      await page.goto('/_profiler/empty/search/results?q=route:cities_show');
      const tokens = await page.locator('.list td > a').allTextContents();
      await page.goto(`/_profiler/${tokens[1]}?panel=response`);
      await page.keyboard.press('[');
      await page.waitForURL(`**/_profiler/${tokens[2]}?panel=response`);
    }));

  test('copy the request as a curl command with the key "c"', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto(`/_profiler/${failed}`);
        const copied = await readCopied(page, () => page.keyboard.press('c'));
        assert.match(copied, /curl .*http:\/\/localhost:8000\/books/s);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ));

  test('collapse JSON', () =>
    browser.visit(origin, async (page) => {
      await page.goto(`/_profiler/${failed}?panel=request`);
      const list = page.locator('.fold .fold').first();
      await list.locator('> summary').click();
      assert.ok(await page.getByText('"Ada"').first().isHidden());
    }));

  test('load, collapse and copy a long JSON body as a whole, and show its beginning without JavaScript', async () => {
    const rows = Array.from({ length: 900 }, (_, id) => ({ id, name: `"${id}"` }));
    const { summary, data } = createProfile('GET /long');
    const body = createBody(JSON.stringify(rows), 'application/json');
    storage.write([{ summary, data: { ...data, response: { ...data.response, body } } }]);
    const address = `/_profiler/${summary.token}?panel=response`;
    await browser.visit(
      origin,
      async (page) => {
        await page.goto(address);
        await page.locator('.fold > summary').first().waitFor();
        assert.equal(await page.locator('.panel > .blocks > figure .none').count(), 0);
        const button = page.locator('.panel > .blocks > figure button', { hasText: 'Copy' });
        assert.deepEqual(JSON.parse(await readCopied(page, () => button.click())), rows);
        // Another click while it shows "Copied".
        await page.locator('.panel > .blocks > figure button.copy').first().click();
        await button.waitFor();
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
    await browser.visit(
      origin,
      async (page) => {
        await page.goto(address);
        assert.match(await page.locator('.panel > .blocks > figure .none').innerText(), /The first .* are shown/);
        await page.locator('.panel > .blocks > figure .none a').click();
        assert.deepEqual(JSON.parse(await page.locator('pre').innerText()), rows);
      },
      { javaScriptEnabled: false },
    );
  });

  test('show a large picture with JavaScript, and a link to it without', async () => {
    const { summary, data } = createProfile('POST /pictures');
    const body = createBody(createNoiseImage(144), 'image/png');
    storage.write([{ summary, data: { ...data, request: { ...data.request, body } } }]);
    await browser.visit(origin, async (page) => {
      await page.goto(`/_profiler/${summary.token}?panel=request`);
      await page.locator('.picture img').waitFor();
      await page.waitForFunction('document.querySelector(".picture img").naturalWidth === 144');
      await page.locator('.picture').scrollIntoViewIfNeeded();
      await takePicture(page, 'profile-picture');
    });
    await browser.visit(
      origin,
      async (page) => {
        await page.goto(`/_profiler/${summary.token}?panel=request`);
        const href = await page.locator('.picture a').getAttribute('href');
        assert.equal((await page.request.get(href!)).headers()['content-type'], 'image/png');
        await page.locator('.picture').scrollIntoViewIfNeeded();
        await takePicture(page, 'profile-picture-link');
      },
      { javaScriptEnabled: false },
    );
  });

  test('show JSON unchanged if JavaScript cannot represent its numbers', async () => {
    const { summary, data } = createProfile('GET /exact');
    const body = createBody('{"id":12345678901234567890}', 'application/json');
    storage.write([{ summary, data: { ...data, response: { ...data.response, body } } }]);
    await browser.visit(origin, async (page) => {
      await page.goto(`/_profiler/${summary.token}?panel=response`);
      assert.ok(await page.getByText('12345678901234567890').first().isVisible());
      assert.equal(await page.locator('.fold').count(), 0);
    });
  });

  test('zoom the timeline to a bar on a click, and back on the next', () =>
    browser.visit(origin, async (page) => {
      await page.goto(`/_profiler/${failed}?panel=timeline`);
      const svg = page.locator('.waterfall li svg').nth(1);
      const widths = (): Promise<string[]> =>
        page.locator('.waterfall rect').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('width')!));
      const ticks = (): Promise<string[]> => page.locator('.scale s').allTextContents();
      const [all, scale] = [await widths(), await ticks()];
      await svg.click();
      assert.equal(Number.parseFloat((await widths())[1]!), 100);
      assert.notDeepEqual(await ticks(), scale);
      await svg.click();
      assert.deepEqual((await widths()).map(Number.parseFloat), all.map(Number.parseFloat));
      assert.deepEqual(await ticks(), scale);
    }));

  test('pin a profile with a note, and unpin it', () =>
    browser.visit(origin, async (page) => {
      await page.goto(`/_profiler/${failed}`);
      await page.locator('.buttons summary', { hasText: 'Pin' }).click();
      await page.locator('input[name=note]').fill('the one that failed');
      await page.locator('details.menu button', { hasText: 'Pin this' }).click();
      await page.getByText('the one that failed').waitFor();
      assert.equal(storage.read(failed)?.summary.pinned, true);
      await page.getByText('Unpin').click();
      await page.locator('.buttons summary', { hasText: 'Pin' }).waitFor();
      assert.equal(storage.read(failed)?.summary.pinned, false);
    }));

  test('show the reason for a missing profile', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto('/_profiler/abcdef');
        assert.match((await page.locator('main').textContent())!, /Reason:\s+it never existed here/);
      },
      { expected: 404 },
    ));

  test('list panels without data in one entry of the menu, also on a phone and without JavaScript', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto(`/_profiler/${failed}`);
        const shown = await page.locator('.tabs > ul a').count();
        assert.ok(shown < 10, String(shown));
        await page.locator('.tabs summary').click();
        await page.locator('.tabs details a', { hasText: 'Redis' }).click();
        assert.equal(await page.locator('#panel').textContent(), 'Redis');
        assert.match(await page.locator('.panel').innerText(), /No data/);
        assert.equal(await page.locator('.tabs [aria-current=page]').innerText(), 'Redis');
      },
      { viewport: { width: 360, height: 720 }, javaScriptEnabled: false },
    ));

  for (const [name, options] of [
    ['light', { viewport: { width: 1360, height: 900 } }],
    ['dark', { viewport: { width: 1360, height: 900 }, colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 720 } }],
    ['zoomed', { viewport: { width: 640, height: 480 } }],
  ] as const) {
    test(`do not scroll horizontally (${name})`, () =>
      browser.visit(
        origin,
        async (page) => {
          for (const panel of ['exception', 'request', 'timeline', 'database', 'logs']) {
            await page.goto(`/_profiler/${failed}?panel=${panel}`);
            const [scrollWidth, innerWidth] = await page.evaluate<[number, number]>(
              '[document.documentElement.scrollWidth, innerWidth]',
            );
            assert.ok(scrollWidth <= innerWidth, `${panel}: ${scrollWidth} > ${innerWidth}`);
            await takePicture(page, `profile-${panel}-${name}`);
          }
        },
        options,
      ));
  }
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfile } from '../../src/testing/index.ts';
import { TestBrowser, takePicture, skip } from './support/browser.ts';
import { writeSampleProfiles } from './support/sample-profiles.ts';
import { createProfilerHost } from './support/profiler-host.ts';

describe('the list of profiles in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const { host, storage } = createProfilerHost();
  let origin = '';
  before(async () => {
    writeSampleProfiles(storage);
    origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  });
  after(() => host.close());

  test('a click anywhere on a row opens its profile', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler');
      const row = page.locator('tbody tr').first();
      const { x, y, width, height } = (await row.boundingBox())!;
      assert.equal(Math.round(height), 28);
      await page.mouse.click(x + width / 2, y + height / 2);
      await page.waitForURL(/\/_profiler\/[0-9a-f]{6}$/);
      assert.equal(await page.locator('h1').textContent(), 'Error 500 Internal Server Error');
    }));

  test('the menu of a cell filters by its value or excludes it', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/');
      const row = page.locator('tbody tr').nth(1);
      await row.hover({ force: true });
      await row.locator('td:first-child .f > a').click();
      await page.waitForURL(/q=status:404/);
      assert.match((await page.locator('.found').textContent())!, /^3 results found/);
      const first = page.locator('tbody tr').first();
      await first.hover({ force: true });
      await first.locator('td:nth-child(5) .f > a').hover();
      await first.locator('td:nth-child(5) .f').getByText('not').click();
      await page.waitForURL(/q=status:404\+-dur:%3E%3D3/);
      assert.match((await page.locator('.found').textContent())!, /^2 results found/);
    }));

  test('the menu of every cell opens inside the window, and does not move the content of the row', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto('/_profiler/empty/search/results?limit=50');
        for (const row of [page.locator('tbody tr').first(), page.locator('tbody tr:not(.boot)').last()]) {
          await row.scrollIntoViewIfNeeded();
          const places = (): Promise<string> =>
            row.evaluate((each) =>
              JSON.stringify(
                [...each.querySelectorAll('td > b, td > svg, td > i, td > small, td > a')].map((part) => {
                  const { x, y } = part.getBoundingClientRect();
                  return [Math.round(x), Math.round(y)];
                }),
              ),
            );
          const before = await places();
          await row.hover({ force: true });
          await row.locator('.f').first().waitFor({ state: 'attached' });
          assert.equal(await places(), before);
          const funnels = await row.locator('.f > a').all();
          assert.ok(funnels.length >= 9);
          for (const funnel of funnels) {
            await funnel.hover();
            const menu = (await funnel.locator('xpath=../span').boundingBox())!;
            assert.ok(menu.x >= 0 && menu.x + menu.width <= 1440, `from ${menu.x}, ${menu.width} wide`);
            assert.ok(menu.y >= 0 && menu.y + menu.height <= 500, `from ${menu.y}, ${menu.height} high`);
          }
        }
      },
      { viewport: { width: 1440, height: 500 } },
    ));

  for (const [name, width] of [
    ['wide', 1280],
    ['phone', 360],
  ] as const) {
    test(`without JavaScript, the button of a row opens the page with its filters (${name})`, () =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/_profiler/empty/search/results?q=status:404');
          const row = page.locator('tbody tr').first();
          await row.hover({ force: true });
          const button = row.getByRole('button', { name: 'Filter by this row' });
          assert.equal(
            await page.evaluate<string>('getComputedStyle(document.querySelector("tbody button")).opacity'),
            '1',
          );
          await button.click();
          await page.waitForURL(/\/_profiler\/filter\?q=status:404&limit=10&of=[0-9a-f]{6}$/);
          await takePicture(page, `filter-${name}`);
          await page.getByRole('link', { name: 'method:GET', exact: true }).click();
          await page.waitForURL(/\/search\/results\?q=status:404\+method:GET&limit=10$/);
          assert.match((await page.locator('.found').textContent())!, /^3 results found/);
        },
        { javaScriptEnabled: false, viewport: { width, height: 720 } },
      ));
  }

  test('a search keeps its query in the search field', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/');
      await page.keyboard.press('/');
      await page.keyboard.type('path:/cities dur:>10');
      await page.keyboard.press('Enter');
      await page.waitForURL(/q=path/);
      assert.equal(await page.locator('.search input[name=q]').inputValue(), 'path:/cities dur:>10');
      assert.ok((await page.locator('tbody tr').count()) > 3);
    }));

  for (const width of [1280, 360])
    test(`a click on a column header sorts by the column, ${width} pixels wide`, () =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/_profiler/');
          await page.locator('th.du button').click();
          await page.waitForURL(/sort=-duration/);
          assert.equal(await page.locator('tbody td:nth-child(5)').first().innerText(), '31.4 s');
          assert.equal(await page.locator('th.du').getAttribute('aria-sort'), 'descending');
        },
        { viewport: { width, height: 720 } },
      ));

  for (const javaScriptEnabled of [true, false])
    test(`a click removes a search term or increases the number of rows, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/_profiler/empty/search/results?q=method:GET+-path:/nowhere&sort=-duration');
          await page.getByRole('button', { name: 'method:GET' }).click();
          await page.waitForURL(/\/search\/results\?q=-path:\/nowhere&sort=-duration&limit=10$/);
          assert.equal(await page.locator('tbody tr').count(), 10);
          await page.getByRole('button', { name: '50', exact: true }).click();
          await page.waitForURL(/\/search\/results\?limit=50&q=-path:\/nowhere&sort=-duration$/);
          assert.ok((await page.locator('tbody tr').count()) > 10);
        },
        { javaScriptEnabled },
      ));

  test('new requests are added to the list, and those during a pause when it ends', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/');
      await page.locator('.live:not(.off)').waitFor();
      const [count] = (await page.locator('.found').textContent())!.split(' ');
      storage.write([createProfile('GET /just-now')]);
      await page.locator('tbody tr:first-child >> text=/just-now').waitFor();
      assert.equal(await page.locator('.found').textContent(), `${Number(count) + 1} results found (11 shown)`);
      await page.keyboard.press(' ');
      assert.equal(await page.locator('.live').innerText(), 'Paused');
      storage.write([createProfile('GET /while-paused')]);
      await page.waitForTimeout(600);
      assert.equal(await page.getByText('/while-paused').count(), 0);
      await page.keyboard.press(' ');
      await page.locator('tbody tr:first-child >> text=/while-paused').waitFor();
    }));

  test('Space pauses the list also when a row is focused', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/');
      await page.locator('.live:not(.off)').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press(' ');
      assert.equal(await page.locator('.live').innerText(), 'Paused');
    }));

  test('a line marks a restart of the process, and disappears if two processes alternate', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/empty/search/results?q=path:/boots');
      const rules = page.locator('tbody .boot');
      const write = async (path: string, boot: string): Promise<void> => {
        storage.write([createProfile(`GET /boots/${path}`, { summary: { boot, pid: 77 } })]);
        await page.locator('tbody tr:first-child', { hasText: `/boots/${path}` }).waitFor();
      };
      await write('one', 'first');
      assert.equal(await rules.count(), 0);
      await write('two', 'second');
      assert.equal(await rules.innerText(), 'restarted · process 77');
      await write('three', 'second');
      assert.equal(await rules.count(), 1);
      await write('four', 'first');
      assert.equal(await rules.count(), 0);
    }));

  test('a new request is added to an empty list', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/empty/search/results?q=path:/brand-new');
      assert.equal(await page.locator('.found').textContent(), '0 results found');
      storage.write([createProfile('GET /brand-new')]);
      await page.locator('tbody tr:first-child >> text=/brand-new').waitFor();
      assert.equal(await page.locator('.found').textContent(), '1 results found');
      const heads = await page.locator('.list thead :is(th, td)').allInnerTexts();
      assert.deepEqual(heads.slice(0, 4), ['Status', 'IP', 'Method', 'URL']);
      assert.ok(await page.locator('.legend').isVisible());
      const [head, cell] = [page.locator('th.url'), page.locator('tbody tr:first-child td:nth-child(4)')];
      assert.equal((await head.boundingBox())!.x, (await cell.boundingBox())!.x);
      await takePicture(page, 'first-live-row');
    }));

  test('the age of a row is updated in place', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/');
      const cell = page.locator('tbody tr:not(.boot) td[data-t]').first();
      const old = Math.round(Date.now() / 1000) - 200;
      await cell.evaluate((each, seconds) => each.setAttribute('data-t', seconds.toString(36)), old);
      await cell.locator('i', { hasText: /^3m$/ }).waitFor({ timeout: 5_000 });
      assert.match((await cell.textContent())!, /^\d\d:\d\d:\d\d 3m\s*$/);
    }));

  for (const width of [1100, 1280, 1440, 1920])
    test(`the filter icons of a row do not cover its text, ${width} pixels wide`, () =>
      browser.visit(
        origin,
        async (page) => {
          storage.write([
            createProfile(`GET /widest-${width}/${'long-segment/'.repeat(30)}`, {
              summary: {
                ...{ ip: '192.168.100.200', method: 'PROPPATCH', duration: 754_321, bytes: 999_000, cost: 98_765 },
                ...{ dbCount: 1_234, dbTime: 12_345, httpCount: 3, httpTime: 45, time: Date.now() - 400 * 86_400_000 },
                ...{ findings: ['duplicate-queries', 'slow-query'], errors: 12, warnings: 345, pinned: true },
              },
            }),
          ]);
          await page.goto(`/_profiler/empty/search/results?q=path:/widest-${width}`);
          const row = page.locator('tbody tr').first();
          await row.hover({ force: true });
          await row.locator('.f').first().waitFor({ state: 'attached' });
          await takePicture(page, `icons-${width}`);
          const covered = await row.evaluate((tr) => {
            const page = tr.ownerDocument;
            const icons = [...tr.querySelectorAll('.f > a, button')].map((each) => each.getBoundingClientRect());
            const found: string[] = [];
            for (const cell of tr.querySelectorAll<HTMLElement>('td')) {
              const style = page.defaultView!.getComputedStyle(cell);
              const box = cell.getBoundingClientRect();
              const clips = style.overflowX === 'hidden';
              const [from, to] = clips
                ? [box.left + parseFloat(style.paddingLeft), box.right - parseFloat(style.paddingRight)]
                : [-Infinity, Infinity];
              const walker = page.createTreeWalker(cell, 4);
              for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                if (node.parentElement!.closest('.f, button') || !node.textContent!.trim()) continue;
                const range = page.createRange();
                range.selectNodeContents(node);
                for (const text of range.getClientRects())
                  for (const icon of icons)
                    if (
                      Math.min(text.right, to) - Math.max(icon.left, from, text.left) > 0.5 &&
                      icon.right - Math.max(text.left, from) > 0.5 &&
                      text.bottom > icon.top &&
                      icon.bottom > text.top
                    )
                      found.push(node.textContent);
              }
            }
            return found;
          });
          assert.deepEqual(covered, []);
        },
        { viewport: { width, height: 720 } },
      ));

  test('keys move the focus between rows and open a profile', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/empty/search/results?q=path:/cities&limit=10');
      for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
      const second = await page.locator('td:last-child a').nth(1).textContent();
      assert.equal(await page.evaluate('document.activeElement.textContent'), second);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/_profiler/${second}`);
    }));

  test('"?" shows the keys, and "." opens the newest profile', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/');
      await page.keyboard.press('?');
      assert.ok(await page.locator('#keys').isVisible());
      await page.keyboard.press('Escape');
      await page.keyboard.press('.');
      await page.waitForURL('**/_profiler/latest');
    }));

  test('the list, the search and the panels work without JavaScript', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto('/_profiler/');
        assert.equal(await page.locator('tbody tr:not(.boot)').count(), 10);
        assert.ok(await page.locator('.live').isHidden());
        await page.locator('input[name=q]').fill('status:500');
        await page.keyboard.press('Enter');
        await page.waitForURL(/search\/results/);
        await page.locator('tbody tr').first().click();
        await page.locator('.tabs [data-panel=request]').click();
        assert.equal(await page.locator('#panel').textContent(), 'Request');
      },
      { javaScriptEnabled: false },
    ));

  test('a path of common length is fully visible on a phone', () =>
    browser.visit(
      origin,
      async (page) => {
        storage.write([createProfile('GET /api/countries/FI/cities?order[population]=desc')]);
        await page.goto('/_profiler/');
        const cell = page.locator('tbody tr:not(.boot)').first().locator('td:nth-child(4)');
        const [scrollWidth, clientWidth, scrollHeight, clientHeight] = await cell.evaluate((each) => [
          each.scrollWidth,
          each.clientWidth,
          each.scrollHeight,
          each.clientHeight,
        ]);
        assert.ok(
          scrollWidth! <= clientWidth! && scrollHeight! <= clientHeight!,
          `${scrollWidth} > ${clientWidth} or ${scrollHeight} > ${clientHeight}`,
        );
      },
      { viewport: { width: 360, height: 720 } },
    ));

  for (const [name, options] of [
    ['light', { viewport: { width: 1360, height: 760 } }],
    ['dark', { viewport: { width: 1360, height: 760 }, colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 720 } }],
    // A zoom of 200% on a screen of 1,280 pixels.
    ['zoomed', { viewport: { width: 640, height: 480 } }],
  ] as const) {
    test(`the pages do not scroll horizontally (${name})`, () =>
      browser.visit(
        origin,
        async (page) => {
          for (const [path, title] of [
            ['/_profiler/', 'list'],
            ['/_profiler/search?q=status:500', 'search'],
          ]) {
            await page.goto(path!);
            const [scrollWidth, innerWidth] = await page.evaluate<[number, number]>(
              '[document.documentElement.scrollWidth, innerWidth]',
            );
            assert.ok(scrollWidth <= innerWidth, `${title}: ${scrollWidth} > ${innerWidth}`);
            await takePicture(page, `${title}-${name}`);
          }
        },
        options,
      ));
  }
});

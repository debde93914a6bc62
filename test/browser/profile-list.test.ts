import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createProfile } from '../../packages/host/src/testing/index.ts';
import { TestBrowser, takePicture, skip } from './support/browser.ts';
import { getViolations } from './support/axe.ts';
import { writeSampleProfiles } from './support/sample-profiles.ts';
import { createProfilerHost } from './support/profiler-host.ts';
import { readCopied } from './support/read-copied.ts';

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
      assert.equal(Math.round(height), 30);
      await page.mouse.click(x + width / 2, y + height / 2);
      await page.waitForURL(/\/_profiler\/[0-9a-f]{6}$/);
      assert.equal(await page.locator('h1').textContent(), 'POST /books');
    }));

  test('the menu of a row filters by a value or excludes it, copies the request and closes with Escape', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto('/_profiler/');
        const button = page.locator('tbody tr').nth(1).getByRole('button');
        assert.match((await button.textContent()) ?? '', /^[0-9a-f]{6}$/);
        await button.click();
        const menu = page.locator('#menu:popover-open');
        const copied = await readCopied(page, () => menu.getByRole('link', { name: 'cURL' }).click());
        assert.match(copied, /^curl .*robots\.txt/s);
        await page.keyboard.press('Escape');
        assert.equal(await menu.count(), 0);
        assert.equal(await page.evaluate('document.activeElement.name'), 'of');
        await button.click();
        await menu.getByRole('link', { name: 'status:404', exact: true }).click();
        await page.waitForURL(/q=status:404/);
        assert.match((await page.locator('.found').textContent())!, /^3 results found/);
        await page.locator('tbody tr').first().getByRole('button').press('Enter');
        await menu.getByRole('link', { name: 'not dur:>=3.1' }).press('Enter');
        await page.waitForURL(/q=status:404\+-dur:%3E%3D3/);
        assert.match((await page.locator('.found').textContent())!, /^2 results found/);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ));

  for (const width of [1440, 360])
    test(`the menu of every row opens inside the window, and its links fit into it, ${width} pixels wide`, () =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/_profiler/empty/search/results?limit=50');
          for (const row of [page.locator('tbody tr').first(), page.locator('tbody tr:not(.boot)').last()]) {
            await row.getByRole('button').click();
            const menu = page.locator('#menu:popover-open');
            const box = (await menu.boundingBox())!;
            assert.ok(box.x >= 0 && box.x + box.width <= width, `from ${box.x}, ${box.width} wide`);
            assert.ok(box.y >= 0 && box.y + box.height <= 500, `from ${box.y}, ${box.height} high`);
            assert.ok(await menu.evaluate((element) => element.scrollWidth <= element.clientWidth));
            await page.keyboard.press('Escape');
          }
        },
        { viewport: { width, height: 500 } },
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
          await row.getByRole('button', { name: 'Filters for' }).click();
          await page.waitForURL(/\/_profiler\/filter\?q=status:404&limit=10&of=[0-9a-f]{6}$/);
          await takePicture(page, `filter-${name}`);
          await page.getByRole('link', { name: 'method:GET', exact: true }).click();
          await page.waitForURL(/\/search\/results\?q=status:404\+method:GET&limit=10$/);
          assert.match((await page.locator('.found').textContent())!, /^3 results found/);
        },
        { javaScriptEnabled: false, viewport: { width, height: 720 } },
      ));
  }

  for (const [name, width] of [
    ['wide', 1280],
    ['phone', 360],
  ] as const)
    test(`two ticked rows are compared, the older with the newer one, also without JavaScript (${name})`, () =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/_profiler/empty/search/results?q=status:404');
          await page.getByRole('link', { name: 'Compare…' }).click();
          await page.waitForURL(/q=status:404&tick=1$/);
          const boxes = page.getByRole('checkbox', { name: 'Compare' });
          const compare = page.getByRole('button', { name: 'Compare the two ticked requests' });
          const [newer, older] = [await boxes.nth(0).inputValue(), await boxes.nth(1).inputValue()];
          await boxes.nth(0).check();
          await boxes.nth(1).focus();
          await page.keyboard.press('Space');
          if (name === 'wide') assert.deepEqual(await getViolations(page), []);
          await takePicture(page, `ticked-${name}`);
          await compare.click();
          await page.waitForURL(`${origin}/_profiler/${older}..${newer}`);
        },
        { viewport: { width, height: 720 }, javaScriptEnabled: name === 'wide' },
      ));

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

  test('the routes of a search fit a narrow window, and their figures lead to the requests', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto('/_profiler/empty/search/results?q=method:POST');
        await page.getByRole('link', { name: 'Routes' }).click();
        await page.waitForURL(/\/_profiler\/routes\?q=method:POST$/);
        await takePicture(page, 'routes-phone');
        assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'));
        await page.locator('tbody tr').first().locator('td:nth-child(4) a').click();
        await page.waitForURL(/q=method:POST\+method:POST\+.*has:failed/);
        assert.match((await page.locator('.found').textContent())!, /^[1-9]/);
      },
      { javaScriptEnabled: false, viewport: { width: 360, height: 720 } },
    ));

  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1280, 'dark'],
    [768, 'light'],
    [360, 'dark'],
  ] as const)
    test(`the line of a restart leads to what changed, ${width} pixels wide, ${colorScheme}`, () =>
      browser.visit(
        origin,
        async (page) => {
          const restarted = (token: string, boot: string, summary: object): void =>
            void storage.write([createProfile('GET /x', { summary: { token, boot, app: 'restarted', ...summary } })]);
          restarted('0a0a01', 'first', { route: '/orders/:id/items', dbCount: 3, time: Date.now() - 60_000 });
          restarted('0a0a02', 'first', { route: '/users', time: Date.now() - 59_000 });
          restarted('0a0a03', 'second', { route: '/orders/:id/items', dbCount: 64, findings: ['n1'] });
          restarted('0a0a04', 'second', { route: '/reports/:year/by-customer', dbCount: 2 });
          await page.goto('/_profiler/empty/search/results?q=app:restarted');
          await page.getByRole('link', { name: 'what changed' }).press('Enter');
          await page.waitForURL(/\/_profiler\/routes\?q=boot:second&compare=boot:first$/);
          await takePicture(page, `changes-${width}-${colorScheme}`);
          assert.match(await page.locator('.routes').innerText(), /queries 3 → 64[^]*new finding: N\+1/);
          assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'));
          assert.deepEqual(await getViolations(page), []);
          await page.locator('tbody tr').first().getByRole('link').first().click();
          await page.waitForURL(/q=boot:second\+.*route:/);
          await storage.remove(['0a0a01', '0a0a02', '0a0a03', '0a0a04']);
        },
        { viewport: { width, height: 720 }, colorScheme },
      ));

  for (const width of [1280, 360])
    test(`a click on a column header sorts by the column, ${width} pixels wide`, () =>
      browser.visit(
        origin,
        async (page) => {
          await page.goto('/_profiler/');
          await page.locator('th.du button').click();
          await page.waitForURL(/sort=-duration/);
          assert.equal(await page.locator('tbody td:nth-child(4)').first().innerText(), '31.4 s');
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
      assert.equal(await page.locator('.found').textContent(), `${Number(count) + 1} results found (26 shown)`);
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
      assert.deepEqual(heads.slice(0, 4), ['Status', 'Method', 'URL', 'Duration']);
      assert.ok(await page.locator('.legend').isVisible());
      const [head, cell] = [page.locator('th.url'), page.locator('tbody tr:first-child td:nth-child(3)')];
      assert.equal((await head.boundingBox())!.x, (await cell.boundingBox())!.x);
      await takePicture(page, 'first-live-row');
    }));

  for (const [width, length] of [
    [1280, 60],
    [1440, 65],
    [1920, 105],
  ] as const)
    test(`a path of ${length} characters is fully visible, and a longer one keeps its end, ${width} pixels wide`, () =>
      browser.visit(
        origin,
        async (page) => {
          const path = (characters: number): string => `/widest-${width}/`.padEnd(characters - 4, 'segment/') + '/end';
          const summary = {
            ...{ ip: '192.168.100.200', method: 'PROPPATCH', duration: 754_321, bytes: 999_000, dbCount: 1_234 },
            ...{ findings: ['n1', 'slow-query', 'gap'], warnings: 3 },
          };
          for (const characters of [length, 300])
            storage.write([createProfile(`GET ${path(characters)}?page=2`, { summary })]);
          await page.goto(`/_profiler/empty/search/results?q=path:/widest-${width}`);
          const parts = await page
            .locator('tbody tr:not(.boot) td:nth-child(3) span')
            .evaluateAll((spans) =>
              spans.map((span) => [span.textContent.endsWith('/end'), span.scrollWidth <= span.clientWidth + 1]),
            );
          await takePicture(page, `paths-${width}`);
          // The newest first: the beginning of the long path, its end, and both parts of the other.
          assert.deepEqual(parts, [
            [false, false],
            [true, true],
            [false, true],
            [true, true],
          ]);
        },
        { viewport: { width, height: 720 } },
      ));

  test('columns leave one after the other as the window becomes narrower, duration and queries never', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/');
      const shown = async (width: number): Promise<string> => {
        await page.setViewportSize({ width, height: 720 });
        const heads = await page
          .locator('.list thead th')
          .evaluateAll((cells) =>
            cells.filter((cell) => cell.clientWidth > 1).map((cell) => cell.className.split(' ')[0]),
          );
        return heads.join(' ');
      };
      assert.equal(await shown(1600), 'st me url du qu fl si ti ip to');
      assert.equal(await shown(1440), 'st me url du qu fl ti ip to');
      assert.equal(await shown(1100), 'st me url du qu fl ti to');
      assert.equal(await shown(900), 'st me url du qu fl ti');
      assert.equal(await shown(800), 'st me url du qu fl');
      assert.ok(await page.locator('tbody svg').first().isVisible());
      await shown(500);
      const row = page.locator('tbody tr', { hasText: '/books/7' }).first();
      const { height } = (await row.boundingBox())!;
      assert.ok(height > 45 && height < 70, `two lines are ${height} pixels high`);
    }));

  test('a bar is as long as its part of the scale, and marked if the request took longer', () =>
    browser.visit(origin, async (page) => {
      for (const [path, duration] of [
        ['half', 50],
        ['whole', 100],
        ['longer', 5_000],
      ] as const)
        storage.write([createProfile(`GET /bars/${path}`, { summary: { duration } })]);
      for (let count = 0; count < 10; count++)
        storage.write([createProfile('GET /bars/usual', { summary: { duration: 100 } })]);
      await page.goto('/_profiler/empty/search/results?q=path:/bars&limit=25');
      assert.equal(await page.locator('thead .ba').innerText(), '100 ms');
      const ends = async (path: string): Promise<(string | null)[]> =>
        page
          .locator('tbody tr', { hasText: `/bars/${path}` })
          .first()
          .locator('line')
          .evaluateAll((lines) => lines.map((line) => line.getAttribute('x2')));
      assert.deepEqual(await ends('half'), ['36']);
      assert.deepEqual(await ends('whole'), ['72']);
      assert.deepEqual(await ends('longer'), ['66', '72']);
      assert.match(await page.locator('.legend').innerText(), /longer/);
    }));

  test('the search box proposes fields and values, also after other terms', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/');
      const box = page.locator('.search input[name=q]');
      await box.focus();
      await page.locator('#terms option').first().waitFor({ state: 'attached' });
      const options = (): Promise<string[]> =>
        page.locator('#terms option').evaluateAll((list) => list.map((option) => option.getAttribute('value')!));
      const first = await options();
      for (const term of [
        'user:',
        'param:',
        'has:failed',
        'finding:n1',
        'app:shop',
        'route:books_list',
        'exception:TypeError',
      ])
        assert.ok(first.includes(term), term);
      await box.fill('status:500 -rou');
      assert.ok((await options()).includes('status:500 -route:books_list'));
    }));

  test('new rows are announced to screen readers', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/');
      await page.locator('.live:not(.off)').waitFor();
      storage.write([createProfile('GET /announced/k%C3%B6ln')]);
      await page
        .locator('[role=status]', { hasText: 'New request: GET /announced/köln, 200' })
        .waitFor({ state: 'attached' });
    }));

  describe('from the list, at most three clicks find', () => {
    before(() => {
      const user = { framework: { name: 'Express 5.1.0', user: { id: 42, email: 'ada@example.com' } } };
      const sql = 'update city set name = ? where id = ?';
      const write = {
        id: 1,
        parent: 0,
        kind: 'db',
        name: sql,
        start: 0,
        duration: 1,
        details: { sql, parameters: ['Oulu', 4711] },
      };
      storage.write([
        createProfile('PUT /places/4711', {
          summary: { route: 'places_update', dbCount: 1 },
          data: { ...user, spans: [write] } as never,
        }),
        createProfile('GET /places/1', { data: { framework: { name: 'Express 5.1.0', user: { id: 7 } } } }),
        createProfile('POST /places', { summary: { status: 422, findings: ['validation'] } }),
      ]);
    });
    const search = async (page: Page, text: string): Promise<string[]> => {
      await page.goto('/_profiler/');
      await page.locator('.search input[name=q]').fill(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(/[?&]q=/);
      return page.locator('tbody tr:not(.boot) td:nth-child(3)').allInnerTexts();
    };

    test('the requests of a user', () =>
      browser.visit(origin, async (page) => {
        for (const text of ['ada@example.com', 'user:ada', 'user:42'])
          assert.deepEqual(await search(page, text), ['/places/4711'], text);
      }));

    test('who wrote a row', () =>
      browser.visit(origin, async (page) => {
        assert.deepEqual(await search(page, 'param:4711 sql:update'), ['/places/4711']);
        await page.locator('tbody tr').getByRole('button').click();
        await page.getByRole('link', { name: 'user:=ada@example.com', exact: true }).waitFor();
      }));

    test('why a request was invalid, and the requests of its route', () =>
      browser.visit(origin, async (page) => {
        await page.goto('/_profiler/');
        await page.locator('.counts a', { hasText: '4xx' }).click();
        const row = page.locator('tbody tr', { hasText: 'validation' }).filter({ hasText: 'POST' });
        await row.click();
        await page.waitForURL(/\/_profiler\/[0-9a-f]{6}$/);
        await page.goto('/_profiler/empty/search/results?q=places');
        await page.locator('tbody tr', { hasText: 'PUT' }).getByRole('button').click();
        await page.getByRole('link', { name: 'route:places_update', exact: true }).click();
        await page.waitForURL(/route:places_update/);
        assert.equal(await page.locator('.found').innerText(), '1 results found');
      }));
  });

  for (const [name, options] of [
    ['light', { viewport: { width: 1280, height: 720 } }],
    ['dark', { viewport: { width: 1280, height: 720 }, colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 720 }, colorScheme: 'dark' }],
  ] as const)
    test(`axe-core finds no violations, buttons have unique names, and headings are in order (${name})`, () =>
      browser.visit(
        origin,
        async (page) => {
          const lists = ['?limit=25', '?q=status:404', '?q=zzzz', '?q=500'];
          const paths = lists.map((query) => `/_profiler/empty/search/results${query}`);
          const { rows } = storage.find({
            terms: [],
            sort: { by: 'time', descending: true },
            limit: 100,
            cursor: undefined,
          });
          const comparison = `/_profiler/${rows.at(-1)!.token}..${rows[0]!.token}`;
          for (const path of [...paths, '/_profiler/routes', '/_profiler/routes?q=zzzz', comparison]) {
            await page.goto(path);
            assert.deepEqual(await getViolations(page), [], path);
            const names = await page
              .getByRole('button')
              .evaluateAll((buttons) =>
                buttons.map(
                  (button) =>
                    `${button.closest('td') ? 'row ' : ''}${button.getAttribute('aria-label') ?? button.textContent.trim()}`,
                ),
              );
            assert.deepEqual(
              names.filter((other, index) => other === '' || names.indexOf(other) !== index),
              [],
            );
          }
          await page.goto('/_profiler/');
          await page.locator('tbody tr').first().getByRole('button').click();
          await page.locator('#menu:popover-open').waitFor();
          assert.deepEqual(await getViolations(page), []);
        },
        options,
      ));

  test('keys move the focus between rows and open a profile', () =>
    browser.visit(origin, async (page) => {
      await page.goto('/_profiler/empty/search/results?q=path:/cities&limit=10');
      for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
      const second = await page.locator('td > a').nth(1).textContent();
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
        assert.equal(await page.locator('tbody tr:not(.boot)').count(), 25);
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
        const cell = page.locator('tbody tr:not(.boot)').first().locator('td:nth-child(3)');
        const [scrollWidth, clientWidth, scrollHeight, clientHeight] = await cell.evaluate((element) => [
          element.scrollWidth,
          element.clientWidth,
          element.scrollHeight,
          element.clientHeight,
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

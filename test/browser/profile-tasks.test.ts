import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createBody } from '../../packages/profiler/src/testing/create-profile.ts';
import { createProfile } from '../../packages/host/src/testing/index.ts';
import { hostileProfile } from '../profiler/hostile-profile.ts';
import { getViolations } from './support/axe.ts';
import { TestBrowser, skip, takePicture } from './support/browser.ts';
import { createProfilerHost } from './support/profiler-host.ts';
import { writeSampleProfiles } from './support/sample-profiles.ts';
import { readCopied } from './support/read-copied.ts';

const WIDE = { viewport: { width: 1440, height: 900 } };
const EXPRESS = {
  name: 'Express 5.1.0',
  route: '/api/orders/:id',
  user: { id: 7, email: 'ada@example.com' },
};

/** A request that a framework rejected without an exception, which no finding explains. */
const REJECTED = createProfile('POST /api/orders/7?coupon=x', {
  summary: { status: 422, app: 'express-shop', route: '/api/orders/:id' },
  data: {
    framework: EXPRESS,
    request: { ...createProfile('POST /x').data.request, handler: 'app.js:25' },
    response: {
      ...createProfile('POST /x').data.response,
      status: 422,
      reason: 'Unprocessable Content',
      headers: Array.from({ length: 30 }, (_, index) => [`X-Header-${index}`, 'value']),
      body: createBody('{"error":"quantity must be a positive integer"}', 'application/json'),
    },
  },
});

const sql = 'select id, name from customers where id = ?';
const LOOP = createProfile('GET /api/orders', {
  summary: { app: 'express-shop', route: '/api/orders', duration: 90, dbCount: 21, dbTime: 60, findings: ['n1'] },
  data: {
    framework: EXPRESS,
    spans: Array.from({ length: 21 }, (_, index) => ({
      ...{ id: index + 1, parent: 0, kind: 'db', start: index * 4, duration: 3, error: undefined },
      name: index === 0 ? 'select * from orders' : sql,
      details: {
        ...(index === 0 ? { sql: 'select * from orders', rows: 20 } : { sql, parameters: [index], rows: 1 }),
        caller: 'sqlite.js:19',
      },
    })),
    findings: [
      [
        'n1',
        'warning',
        'N+1: 20 × `customers by id` from sqlite.js:19, once for each row of `orders` (60 ms)',
        'database',
      ],
      ['slow-query', 'warning', 'Slow query: `orders` took 61 ms', 'database'],
      ['logged-warnings', 'info', 'The request logged 5 warnings', 'logs'],
      ['uncompressed', 'info', 'The response has 200 KB without compression', 'response'],
      ['trailing-slash', 'info', 'The path ends with a slash', 'routing'],
    ].map(([code, severity, text, panel]) => ({ code, severity, text, panel })) as never,
  },
});

/** It has every panel, and an image that the export does not serve. */
const hostile = hostileProfile();

async function isInView(page: Page, text: string): Promise<boolean> {
  const box = await page.locator('main').getByText(text).first().boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 900;
}

describe('a profile answers without scrolling at 1440 × 900', { skip }, () => {
  const browser = new TestBrowser();
  const { host, storage } = createProfilerHost();
  let origin = '';
  before(async () => {
    writeSampleProfiles(storage);
    storage.write([REJECTED, LOOP, hostile]);
    origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  });
  after(() => host.close());

  const findTokens = (): readonly string[] => [
    REJECTED.summary.token,
    LOOP.summary.token,
    storage.find({ terms: [], sort: { by: 'status', descending: true }, limit: 1, cursor: undefined }).rows[0]!.token,
  ];

  test('why it is a 422, which route it had, who sent it, and to which application', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto(`/_profiler/${REJECTED.summary.token}`);
        assert.equal(await page.locator('h1').innerText(), 'POST /api/orders/7?coupon=x');
        assert.equal(await page.locator('.tabs [aria-current=page]').innerText(), 'Response');
        for (const text of [
          'quantity must be a positive integer',
          '/api/orders/:id',
          'ada@example.com',
          'express-shop',
        ])
          assert.ok(await isInView(page, text), text);
        assert.equal(await page.locator('.summary').getByText('422').count(), 1, 'the status is shown once');
        await takePicture(page, 'task-422');
      },
      { ...WIDE, javaScriptEnabled: false },
    ));

  test('what is slow: it opens on the panel of its first finding, and all findings are one click away', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto(`/_profiler/${LOOP.summary.token}`);
        assert.match(await page.locator('.tabs [aria-current=page]').innerText(), /^Database/);
        assert.match((await page.locator('.summary').getAttribute('class'))!, /\bwarning\b/);
        assert.equal(await page.locator('.findings li:visible').count(), 3);
        await page.getByText('2 more findings').click();
        assert.equal(await page.locator('.findings li:visible').count(), 5);
        await page.goto(`/_profiler/${LOOP.summary.token}?panel=timeline`);
        assert.match(await page.locator('.waterfall summary').innerText(), /20 × customers by id/);
        assert.ok((await page.locator('.waterfall').boundingBox())!.y < 500);
        await page.locator('.waterfall summary > span').click();
        assert.equal(await page.locator('.waterfall .fold ol li:visible').count(), 20);
        const shown = await page.locator('.tabs > ul a').allInnerTexts();
        assert.equal(shown.length <= 8, true, shown.join());
        assert.match(await page.locator('.tabs summary').innerText(), /^Not recorded \(1\d\)/);
        await page.locator('.tabs summary').click();
        assert.match(await page.locator('.tabs details').innerText(), /Express does not state .*Security/);
      },
      WIDE,
    ));

  test('an assistant gets the profile as Markdown, copied from the menu', () =>
    browser.visit(
      origin,
      async (page) => {
        await page.goto(`/_profiler/${LOOP.summary.token}`);
        await page.getByText('Copy as').click();
        const markdown = page.getByRole('link', { name: 'Markdown', exact: true }).first();
        const copied = await readCopied(page, () => markdown.click());
        assert.match(copied, /express-shop[^]*N\+1: 20 × [^]*select \* from orders/);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ));

  for (const [scheme, options] of [
    ['light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light', expected: 404 }],
    ['dark on a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ] as const)
    test(`every panel is accessible, its buttons have names of their own, and it has at most 50 KB (${scheme})`, () =>
      browser.visit(
        origin,
        async (page) => {
          for (const token of scheme === 'light' ? [...findTokens(), hostile.summary.token] : findTokens().slice(1)) {
            await page.goto(`/_profiler/${token}`);
            const links = await page
              .locator('.tabs > ul a')
              .evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
            for (const href of [...links, `/_profiler/${token}?panel=mail`]) {
              const answer = await page.goto(href);
              const size = (await answer!.body()).byteLength;
              assert.ok(size <= 50_000, `${href} has ${size} bytes`);
              assert.deepEqual(await getViolations(page), [], href);
              const names = await page
                .locator('button, summary')
                .evaluateAll((all) =>
                  all
                    .map((element) => element.getAttribute('aria-label') ?? element.textContent!.trim())
                    .filter(Boolean),
                );
              const buttons = names.filter((name) => /^(?:copy|explain|pin|share|not recorded)/i.test(name));
              assert.equal(new Set(buttons).size, buttons.length, `${href}: ${buttons.join()}`);
              const levels = await page
                .locator('main :is(h1,h2,h3,h4,h5,h6)')
                .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
              assert.equal(levels[0], 1, href);
              levels.forEach((level, index) => {
                assert.ok(index === 0 || level <= levels[index - 1]! + 1, `${href}: ${levels.join()}`);
              });
              assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${href} scrolls`);
            }
          }
        },
        options,
      ));
});

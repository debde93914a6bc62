import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HttpResponse, defineHost, route } from 'oriel-host';
import type { Page } from 'playwright-core';
import { TestBrowser, skip } from './support/browser.ts';

const PAGE = '<!doctype html><link rel="icon" href="data:,"><title>Page</title>';
const STATE = `JSON.stringify({
  stored: [document.cookie, { ...localStorage }, { ...sessionStorage }],
  size: [innerWidth, innerHeight],
  isDark: matchMedia('(prefers-color-scheme: dark)').matches,
})`;

describe('visits of one browser', { skip }, () => {
  const browser = new TestBrowser();
  const html = (): HttpResponse => new HttpResponse(200, ['Content-Type', 'text/html'], PAGE);
  const host = defineHost({ routes: [route('page', 'GET /', { handle: html })], log: false, profiler: false });
  let origin = '';
  before(async () => {
    origin = `http://localhost:${(await host.listen({ port: 0, mode: 'production' })).port}`;
  });
  after(() => host.close());

  const open = async (page: Page): Promise<string> => {
    await page.goto('/');
    return page.evaluate<string>(STATE);
  };

  test('use the same page one after the other, without the state that a visit has left', async () => {
    const seen: { page: Page; state: string; pages: number }[] = [];
    const visit = (change: string, options: Parameters<TestBrowser['visit']>[2] = {}): Promise<void> =>
      browser.visit(
        origin,
        async (page) => {
          seen.push({ page, state: await open(page), pages: page.context().pages().length });
          await page.evaluate(change);
        },
        options,
      );
    await visit('document.cookie = "a=1"; localStorage.a = 1; sessionStorage.a = 1; void open("/")');
    await visit('', { viewport: { width: 500, height: 400 }, colorScheme: 'dark' });
    await visit('');
    const [first, changed, last] = seen;
    assert.equal(last!.page, first!.page);
    assert.equal(changed!.page, first!.page);
    assert.deepEqual(JSON.parse(changed!.state), {
      ...(JSON.parse(first!.state) as object),
      ...{ size: [500, 400], isDark: true },
    });
    assert.deepEqual([last!.state, last!.pages], [first!.state, 1]);
  });

  test('at the same time share nothing', () =>
    browser.visit(origin, (page) =>
      browser.visit(origin, async (other) => {
        await open(page);
        await page.evaluate('document.cookie = "a=1"; localStorage.a = 1');
        assert.deepEqual((JSON.parse(await open(other)) as { stored: unknown }).stored, ['', {}, {}]);
      }),
    ));

  test('fail if their page logs an error, and those that follow do not', async () => {
    const log = (text: string): Promise<void> =>
      browser.visit(origin, async (page) => {
        await open(page);
        await page.evaluate(text);
      });
    await assert.rejects(log('console.error("it failed")'), { message: 'The page has issues: it failed' });
    await log('console.log("it works")');
  });
});

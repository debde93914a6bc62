import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfile } from '../../packages/host/src/testing/index.ts';
import type { ProfileFacts } from '../../packages/profiler/src/testing/create-profile.ts';
import { TestBrowser, skip, takePicture } from './support/browser.ts';
import { createProfilerHost } from './support/profiler-host.ts';

describe('live rows of the list in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const { host, storage } = createProfilerHost();
  let origin = '';
  before(async () => {
    origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  });
  after(() => host.close());
  const write = (line: string, summary: ProfileFacts['summary'] = {}): void => {
    storage.write([createProfile(line, { summary })]);
  };

  test('health checks are added if the list shows background requests, and only counted otherwise', () =>
    browser.visit(origin, async (page) => {
      storage.clear();
      write('GET /first');
      await page.goto('/_profiler/empty/search/results?limit=10');
      await page.locator('.live:not(.off)').waitFor();
      write('GET /healthz');
      write('GET /second');
      await page.locator('tbody tr', { hasText: '/second' }).waitFor();
      assert.equal(await page.locator('tbody tr', { hasText: '/healthz' }).count(), 0);
      assert.equal(await page.locator('.found').textContent(), '3 results found (2 shown)');
      await page.goto('/_profiler/empty/search/results?limit=10&background=show');
      await page.locator('.live:not(.off)').waitFor();
      write('GET /healthz?live=1');
      await page.locator('tbody tr:first-child', { hasText: '/healthz?live=1' }).waitFor();
      assert.equal(await page.locator('.found').textContent(), '4 results found');
    }));

  test('the estimated number of requests follows the weights of new rows', () =>
    browser.visit(origin, async (page) => {
      storage.clear();
      write('GET /first');
      await page.goto('/_profiler/empty/search/results?limit=10');
      await page.locator('.live:not(.off)').waitFor();
      const estimate = page.locator('.estimate');
      assert.ok(await estimate.isHidden());
      write('GET /second', { weight: 100 });
      await page.locator('tbody tr', { hasText: '/second' }).waitFor();
      assert.equal(await estimate.textContent(), 'for about 100 requests');
      assert.ok(await estimate.isVisible());
      await page.reload();
      await page.locator('.live:not(.off)').waitFor();
      assert.equal(await estimate.textContent(), 'for about 100 requests');
      write('GET /third', { weight: 1_150 });
      await page.locator('tbody tr', { hasText: '/third' }).waitFor();
      assert.equal(await estimate.textContent(), 'for about 1,300 requests');
      await takePicture(page, 'live-estimate');
    }));

  test('a row that is sent twice is counted once', () =>
    browser.visit(origin, async (page) => {
      storage.clear();
      write('GET /first');
      await page.goto('/_profiler/empty/search/results?limit=10');
      await page.locator('.live:not(.off)').waitFor();
      write('GET /healthz');
      write('GET /second');
      await page.locator('tbody tr', { hasText: '/second' }).waitFor();
      // The stream sends the rows after the first one again.
      const sent = page.waitForResponse((response) => response.url().includes('/tail'));
      await page.evaluate(`{
        const tail = document.body.dataset.tail;
        EventSource = class extends EventSource { constructor() { super(tail + '&html=1'); } };
      }`);
      for (const key of [' ', ' ']) await page.keyboard.press(key);
      await sent;
      write('GET /third');
      await page.locator('tbody tr', { hasText: '/third' }).waitFor();
      assert.equal(await page.locator('.found').textContent(), '4 results found (3 shown)');
    }));
});

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { HttpResponse, defineHost, route } from 'oriel-host';
import type { Host } from 'oriel-host';
import type { Page } from 'playwright-core';
import { ADA, openTestAtlas } from '../../examples/atlas/test-atlas.ts';
import { createLiveHost } from '../hub/live-host.ts';
import { TestBrowser, takePicture, skip } from './support/browser.ts';

/** The origin of a URL without the slash at its end. */
function getOrigin({ url }: { readonly url: string }): string {
  return url.replace(/\/$/, '');
}

// The host is started before the tests, and stops after them.
const origin = skip ? '' : getOrigin(await openTestAtlas());

describe('the live page of the atlas in a browser', { skip }, () => {
  const browser = new TestBrowser();

  const edit = (body: object) =>
    fetch(`${origin}/api/cities/658225`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json', ...ADA.headers },
      body: JSON.stringify(body),
    });

  for (const [scheme, options] of [
    ['light', { viewport: { width: 1100, height: 800 } }],
    ['dark', { viewport: { width: 1100, height: 800 }, colorScheme: 'dark' }],
    ['phone', { viewport: { width: 340, height: 700 } }],
  ] as const) {
    test(`all open pages show an update when an item changes (${scheme})`, () =>
      browser.visit(
        origin,
        (page) =>
          browser.visit(
            origin,
            async (other) => {
              for (const value of [page, other]) {
                await value.goto('/live');
                await value.locator('#state.open').waitFor();
              }
              await takePicture(page, `live-empty-${scheme}`);
              const hostile = `<img src=x onerror=alert(1)> ${scheme}`;
              assert.equal((await edit({ name: hostile, population: 1 })).status, 200);
              assert.equal((await edit({ population: 2 })).status, 200);
              for (const value of [page, other]) {
                await value.locator('li').nth(1).waitFor();
                assert.match((await value.locator('li').first().textContent())!, /changed.*population1 2/s);
                assert.equal(await value.locator('li b').first().textContent(), hostile);
                assert.equal(await value.locator('img').count(), 0);
                const [scrollWidth, innerWidth] = await value.evaluate<[number, number]>(
                  '[document.documentElement.scrollWidth, innerWidth]',
                );
                assert.ok(scrollWidth <= innerWidth, `${scrollWidth} > ${innerWidth}`);
              }
              await takePicture(page, `live-${scheme}`);
            },
            options,
          ),
        options,
      ));
  }
});

describe('private updates in a browser', { skip }, () => {
  const browser = new TestBrowser();
  const hosts: Host[] = [];
  after(() => Promise.all(hosts.map((host) => host.close())));

  test('are received only by pages with a cookie that permits them, and public updates by all pages', async () => {
    const { config } = createLiveHost();
    const page = route('page', 'GET /', {
      handle: () =>
        new HttpResponse(200, ['Content-Type', 'text/html'], '<link rel="icon" href="data:,"><title>x</title>'),
    });
    const host = defineHost({ ...config, routes: [page], log: false });
    hosts.push(host);
    const origin = getOrigin(await host.listen({ host: '127.0.0.1', port: 0, mode: 'development' }));
    const listen = async (element: Page, user: string): Promise<void> => {
      await element.goto('/');
      await element.evaluate(`fetch('/api/notes', { headers: { 'X-User': '${user}' } }).then(async (response) => {
        await response.text();
        globalThis.received = [];
        const source = new EventSource('/.well-known/mercure?topic=/api/notes/{id}&topic=/api/boats/{id}');
        source.onmessage = ({ data }) => received.push(JSON.parse(data)['@id']);
        await new Promise((resolve) => (source.onopen = resolve));
      })`);
    };
    const change = (path: string, body: object) =>
      fetch(origin + path, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/merge-patch+json', 'X-User': 'eve admin' },
        body: JSON.stringify(body),
      });
    await browser.visit(origin, (ada) =>
      browser.visit(origin, async (bob) => {
        await listen(ada, 'ada');
        await listen(bob, 'bob');
        await change('/api/notes/1', { text: 'for ada' });
        await change('/api/notes/2', { text: 'for bob' });
        await change('/api/boats/1', { name: 'for all' });
        for (const [name, path] of [
          [ada, '/api/notes/1'],
          [bob, '/api/notes/2'],
        ] as const) {
          await name.waitForFunction('received.includes("/api/boats/1")');
          assert.deepEqual(await name.evaluate('received'), [path, '/api/boats/1']);
        }
      }),
    );
  });
});

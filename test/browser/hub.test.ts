import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import { MemoryTransport } from 'oriel-host/hub';
import type { Transport } from 'oriel-host/hub';
import type { Page } from 'playwright-core';
import { TestBrowser, skip } from './support/browser.ts';

/** A page that lists the updates it receives. */
const PAGE = `<!doctype html><title>Live</title><ol></ol><script>
const source = new EventSource('/.well-known/mercure?topic=https://example.com/{id}');
source.onmessage = ({ data }) => document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: data }));
</script>`;

function liveHost(transport: Transport) {
  const html = (): Response => new Response(PAGE, { headers: { 'Content-Type': 'text/html' } });
  return defineHost({
    hub: {
      secret: 'a-secret-of-the-tests-that-is-long-enough',
      anonymous: true,
      transport,
      publicUrl: 'http://localhost/.well-known/mercure',
    },
    routes: [
      route('page', 'GET /', { handle: html }),
      route('icon', 'GET /favicon.ico', { handle: () => new Response(null, { status: 204 }) }),
      route('login', 'GET /login', {
        handle: ({ context }) => {
          const cookies = host().hub.cookiesFor({ subscribe: ['https://example.com/mine'] }, context);
          return new Response(PAGE, {
            headers: [
              ['Content-Type', 'text/html'],
              ...cookies.map((cooky): [string, string] => ['Set-Cookie', cooky]),
            ],
          });
        },
      }),
    ],
    log: false,
    profiler: false,
  });
}

let current: ReturnType<typeof defineHost>;
const host = (): ReturnType<typeof defineHost> => current;

async function listed(page: Page, count: number): Promise<readonly string[]> {
  await page.locator(`li:nth-child(${count})`).waitFor();
  return page.locator('li').allTextContents();
}

async function subscribers(count: number): Promise<void> {
  while (host().hub.metrics['subscribers'] !== count) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('EventSource in a browser', { skip }, () => {
  const browser = new TestBrowser();

  test('receives public updates without a cookie, and private ones only with a cookie that permits them', async () => {
    current = liveHost(new MemoryTransport());
    const { port } = await current.listen({ port: 0 });
    const origin = `http://localhost:${port}`;
    const publish = (data: string, isPrivate: boolean) =>
      current.hub.publish({ topics: 'https://example.com/mine', data, private: isPrivate });
    await browser.visit(origin, async (anonymous) => {
      await anonymous.goto('/');
      await browser.visit(origin, async (owner) => {
        await owner.goto('/login');
        await subscribers(2);
        await publish('secret', true);
        await publish('public', false);
        assert.deepEqual(await listed(owner, 2), ['secret', 'public']);
        assert.deepEqual(await listed(anonymous, 1), ['public']);
      });
    });
    await current.close();
  });

  test('receives every update exactly once when the host restarts', async () => {
    const transport = new MemoryTransport();
    current = liveHost(transport);
    const { port } = await current.listen({ port: 0 });
    await browser.visit(`http://localhost:${port}`, async (page) => {
      await page.goto('/');
      await subscribers(1);
      const topics = ['https://example.com/1'];
      await current.hub.publish({ topics, data: '1' });
      await listed(page, 1);
      await current.close();
      transport.publish({ id: 'x', topics, data: '2', private: false, type: undefined, retry: undefined });
      current = liveHost(transport);
      await current.listen({ port });
      await listed(page, 2);
      await current.hub.publish({ topics, data: '3' });
      assert.deepEqual(await listed(page, 3), ['1', '2', '3']);
    });
    await current.close();
  });
});

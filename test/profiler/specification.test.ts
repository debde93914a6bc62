/** The pages of the profiler as specified, on both hostnames, in memory and over a socket. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { TEST_PEER } from '../../packages/host/src/testing/create-test-host.ts';
import { toRequest } from '../../packages/host/src/testing/index.ts';
import { sendRaw } from '../story/test-transports.ts';

process.env['ORIEL_MODE'] = 'development';

type Send = (line: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
/** A way to send requests, the origin that they have, and a function that waits until all profiles are stored. */
interface ScenarioContext {
  readonly send: Send;
  readonly origin: string;
  readonly waitForProfiles: () => Promise<void>;
}

const routes = [
  route('city', 'GET /cities/{id}', { handle: ({ params }) => params }),
  route('broken', 'GET /broken', {
    handle: ({ log }) => {
      log('warning', 'about to fail');
      throw new RangeError('too far', { cause: new TypeError('the first reason') });
    },
  }),
];

function testScenario(name: string, scenario: (context: ScenarioContext) => Promise<void>): void {
  for (const hostname of ['localhost', 'www.localhost']) {
    for (const transport of ['in memory', 'over a socket']) {
      test(`${name} (${hostname}, ${transport})`, async () => {
        const storage = new MemoryProfileStorage();
        await using host = defineHost({ routes, log: false, profiler: { storage } });
        let sent = 0;
        const waitForProfiles = async (): Promise<void> => {
          while (storage.health.written < sent) await new Promise((resolve) => setTimeout(resolve, 5));
        };
        const count = async (answer: Response): Promise<Response> => {
          if (answer.headers.has('x-debug-token')) sent++;
          // A response in memory is sent when its body is read.
          const body = await answer.arrayBuffer();
          return new Response(body.byteLength === 0 ? null : body, answer);
        };
        if (transport === 'in memory') {
          const origin = `http://${hostname}`;
          const send: Send = async (line, headers = {}) =>
            count(await host.fetch(toRequest(line.replace(' /', ` ${origin}/`), { headers }), { peer: TEST_PEER }));
          return scenario({ send, origin, waitForProfiles });
        }
        const { port } = await host.listen({ port: 0, host: '127.0.0.1' });
        const origin = `http://${hostname}:${port}`;
        const send: Send = async (line, headers = {}) =>
          count(await sendRaw(port, line, { headers: { Host: `${hostname}:${port}`, ...headers } }));
        await scenario({ send, origin, waitForProfiles });
      });
    }
  }
}

const HTML = { Accept: 'text/html' };
const toText = (page: string): string =>
  page
    .replace(/<style[^]*?<\/style>|<script[^]*?<\/script>/g, '')
    .replace(/<\/?i>/g, '')
    .replace(/<[^>]+>|\s+/g, ' ');

testScenario('GET /_profiler redirects with 301, then with 302 to the list', async ({ send, origin }) => {
  const first = await send('GET /_profiler', HTML);
  assert.deepEqual([first.status, first.headers.get('location')], [301, `${origin}/_profiler/`]);
  const second = await send('GET /_profiler/', HTML);
  assert.deepEqual([second.status, second.headers.get('location')], [302, '/_profiler/empty/search/results?limit=25']);
  const third = await send(`GET ${second.headers.get('location')}`, HTML);
  assert.equal(third.status, 200);
  assert.match(await third.text(), /<title>Profile Search[^<]*<\/title>/);
});

testScenario(
  'the list has the title Profile Search, the number of results, ten rows and six columns',
  async ({ send, origin, waitForProfiles }) => {
    for (let id = 1; id <= 12; id++) await send(`GET /cities/${id}`);
    await waitForProfiles();
    const page = await (await send('GET /_profiler/empty/search/results?limit=10', HTML)).text();
    assert.match(page, /<h1>Profile Search<\/h1>/);
    assert.match(toText(page), /12 results found/);
    assert.equal(page.match(/<td><a href="\/_profiler\/[0-9a-f]{6}"/g)?.length, 10);
    for (const column of ['Status', 'IP', 'Method', 'URL', 'Time', 'Token'])
      assert.match(page, new RegExp(`<th[^>]*>\\s*<button[^>]*>${column}`), column);
    const row = toText(/<tr>\s*<td><b.*?<\/tr>/s.exec(page)![0]);
    const url = `${origin}/cities/12`.replaceAll('.', '\\.');
    assert.match(
      row,
      new RegExp(`200 +GET +${url} .*\\d\\d:\\d\\d:\\d\\d .* 127\\.0\\.0\\.1 +[0-9a-f]{6} +[0-9a-f]{6} *$`),
    );
    assert.match(
      await (await send('GET /_profiler/empty/search/results', HTML)).text(),
      /12 results found/,
      'the default is ten rows',
    );
  },
);

testScenario(
  'a 404 has a profile with the request line, the exceptions, the log records and the stack traces',
  async ({ send, origin, waitForProfiles }) => {
    for (const path of ['/robots.txt', '/', '/data:image/png;base64,iVBORw0KGgo=']) {
      const missing = await send(`GET ${path}`, { ...HTML, Referer: 'http://elsewhere.example/' });
      const token = missing.headers.get('x-debug-token')!;
      assert.equal(missing.status, 404);
      assert.match(token, /^[0-9a-f]{6}$/);
      assert.equal(missing.headers.get('x-debug-token-link'), `${origin}/_profiler/${token}`);
      await waitForProfiles();
      const answer = await send(`GET /_profiler/${token}`, HTML);
      const page = await answer.text();
      assert.equal(answer.status, 200);
      assert.match(page, /<title>Error 404 Not Found/);
      assert.match(page, /data-panel="exception" aria-current="page"/);
      const text = toText(page).replaceAll('&quot;', '"');
      assert.ok(text.includes(`No route found for "GET ${origin}${path}" (from "http://elsewhere.example/")`), text);
      assert.ok(text.includes(`GET ${origin}${path}`));
      assert.match(text, /NotFoundError/);
      assert.match(text, /ResourceNotFoundError/);
      assert.match(text, /No routes found for/);
      assert.match(text, /Logs/);
      // Both exceptions have a stack trace.
      assert.equal(page.match(/<ol class="frames">/g)?.length, page.match(/<article class="exception"/g)?.length);
      assert.doesNotMatch(text, /No stack trace was taken/);
    }
  },
);

testScenario(
  'the profile of an error opens the exception panel with its cause and log records, that of a success the timeline',
  async ({ send, waitForProfiles }) => {
    const failed = (await send('GET /broken')).headers.get('x-debug-token')!;
    const succeeded = (await send('GET /cities/7')).headers.get('x-debug-token')!;
    await waitForProfiles();
    const page = toText(await (await send(`GET /_profiler/${failed}`, HTML)).text());
    for (const part of [
      /Error 500 Internal Server Error/,
      /RangeError/,
      /too far/,
      /the first reason/,
      /about to fail/,
      /specification\.test\.ts/,
    ])
      assert.match(page, part);
    assert.match(
      await (await send(`GET /_profiler/${succeeded}`, HTML)).text(),
      /data-panel="timeline" aria-current="page"/,
    );
  },
);

testScenario(
  'the log of a profile contains the matched route with its parameters, the URI and the method',
  async ({ send, origin, waitForProfiles }) => {
    const token = (await send('GET /cities/7?page=2')).headers.get('x-debug-token')!;
    await waitForProfiles();
    const page = toText(await (await send(`GET /_profiler/${token}?panel=logs`, HTML)).text()).replaceAll(
      '&quot;',
      '"',
    );
    assert.ok(page.includes('Matched route "city".'));
    assert.ok(page.includes(`${origin}/cities/7?page=2`));
  },
);

testScenario('an unknown or invalid token is a 404', async ({ send }) => {
  for (const token of ['abcdef', '000000', 'empty', 'nonsense']) {
    const answer = await send(`GET /_profiler/${token}`, HTML);
    assert.equal(answer.status, 404, token);
    assert.match(await answer.text(), /Error 404 Not Found/);
  }
});

test('the route _profiler shows the profile of a token', () => {
  const host = defineHost({ routes, log: false, profiler: { storage: new MemoryProfileStorage() } });
  return host.fetch(new Request('http://localhost/cities/1')).then(async () => {
    const names = [...host.assembly('development').routes]
      .filter(({ path }) => path === '/_profiler/{token}')
      .map(({ name }) => name);
    assert.deepEqual(names, ['_profiler']);
    await host.close();
  });
});

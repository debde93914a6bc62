import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProfile } from '../../../testing/create-profile.ts';
import { createProfilerHost } from '../../../../../../test/browser/support/profiler-host.ts';

const HOSTILE = `<script>"'&\u202e\n\x1b`;

async function read(
  host: ReturnType<typeof createProfilerHost>['host'],
  path: string,
  accept = 'text/html',
): Promise<string> {
  const response = await host.fetch(new Request(`http://localhost${path}`, { headers: { Accept: accept } }), {
    peer: '127.0.0.1',
  });
  assert.equal(response.status, 200);
  return await response.text();
}

describe('the page of the routes', () => {
  const { host, storage } = createProfilerHost();
  before(() => {
    const create = (route: string, summary: object): void =>
      void storage.write([createProfile('GET /x', { summary: { route, ...summary } })]);
    for (let index = 0; index < 20; index++) create('/often', { duration: 10, dbCount: index === 0 ? 40 : 2 });
    create('/slow', { duration: 150, httpCount: 3, findings: ['n1', 'slow-query'] });
    create('/failed', { duration: 1, status: 500, weight: 10 });
  });
  after(() => host.close());

  const listRoutes = (page: string): string[] =>
    [...page.matchAll(/<a class="mono" href="[^"]+">([^<]+)<\/a>/g)].map(([, name]) => name!);

  test('lists the routes by total time, or in the order that was chosen', async () => {
    const orders = {
      '': ['often', 'slow', 'failed'],
      p95: ['slow', 'often', 'failed'],
      errors: ['failed', 'often', 'slow'],
    };
    for (const [sort, names] of Object.entries(orders))
      assert.deepEqual(
        listRoutes(await read(host, `/_profiler/routes?sort=${sort}`)),
        names.map((name) => `GET /${name}`),
      );
  });

  test('summarizes the profiles that match its search, and keeps the search in its links', async () => {
    const page = await read(host, '/_profiler/routes?q=-route:/often');
    assert.deepEqual(listRoutes(page), ['GET /slow', 'GET /failed']);
    assert.match(
      page,
      /href="\/_profiler\/empty\/search\/results\?q=-route:\/often\+method:GET\+route:\/failed\+has:failed&amp;limit=25">100 %<\/a>/,
    );
    assert.match(page, /href="\/_profiler\/routes\?q=-route:\/often&amp;sort=p95"/);
  });

  test('draws a bar for each range of durations that has requests', async () => {
    const [bars] = /<svg class="bars".*?<\/svg>/s.exec(await read(host, '/_profiler/routes?q=route:/often'))!;
    assert.match(bars, /<title>Durations: half of the requests up to 10 ms, 95 % up to 10 ms<\/title>/);
    assert.match(bars, /<path d="M1 18v-18" \/>/);
  });

  test('the profile with most queries of a route says so, and links to the comparison with a typical one', async () => {
    const create = (token: string, dbCount: number): void =>
      void storage.write([createProfile('GET /x', { summary: { token, route: '/compared', dbCount } })]);
    for (let index = 0; index < 20; index++) create(`0000${index + 10}`, 2);
    create('abc123', 40);
    const sentence = '40 queries; 95 % of the last 20 requests of this route had at most 2.';
    const page = await read(host, '/_profiler/abc123');
    const [, address = ''] =
      /([^<>]+) <a\s+href="([^"]+)"\s*>Compare with a typical request</.exec(page)?.slice(1) ?? [];
    assert.ok(page.includes(sentence));
    assert.match(address, /^\/_profiler\/0000\d\d\.\.abc123$/);
    assert.match(await read(host, address), /abc123/);
    assert.ok((await read(host, '/_profiler/abc123.md')).includes(sentence));
    const { unusual } = JSON.parse(await read(host, '/_profiler/abc123.json'));
    assert.deepEqual(unusual, { text: sentence, typical: address.slice(11, 17) });
    assert.doesNotMatch(await read(host, '/_profiler/000010'), /requests of this route had/);
    await storage.remove([...Array(20).keys()].map((index) => `0000${index + 10}`).concat('abc123'));
  });

  test('compares the routes of two searches, with links to their requests', async () => {
    const create = (boot: string, dbCount: number): void =>
      void storage.write([
        createProfile('GET /x', { summary: { token: `aaaa0${dbCount}`, route: '/compared', boot, dbCount } }),
      ]);
    create('old', 1);
    create('new', 9);
    const address = '/_profiler/routes?q=boot:new&compare=boot:old';
    const page = await read(host, address);
    assert.match(page, /1 of 1 compared route differs, 1 for the worse\./);
    assert.match(page, /q=boot:new\+method:GET\+route:\/compared&amp;limit=25">GET \/compared<\/a>/);
    assert.match(page, /href="\/_profiler\/routes\?q=boot:old">boot:old<\/a>/);
    assert.match(page, /queries 1 → 9/);
    assert.match(await read(host, address, 'text/markdown'), /\| `GET \/compared` \| `worse` \| `queries 1 → 9; /);
    const { verdict, differences, compare } = JSON.parse(await read(host, address, 'application/json'));
    assert.deepEqual(
      [verdict, differences.length, compare],
      ['1 of 1 compared route differs, 1 for the worse.', 1, 'boot:old'],
    );
    assert.match(
      await read(host, '/_profiler/routes?q=boot:new&compare=boot:none'),
      /Nothing was compared, because the first search has no requests\./,
    );
    const wrong = new Request('http://localhost/_profiler/routes.json?q=&compare=stauts:500');
    const response = await host.fetch(wrong, { peer: '127.0.0.1' });
    assert.deepEqual([response.status, /Unknown field/.test(await response.text())], [400, true]);
    await storage.remove(['aaaa01', 'aaaa09']);
  });

  test('is available as JSON and as Markdown', async () => {
    const { routes, omitted, requests } = JSON.parse(await read(host, '/_profiler/routes.json'));
    assert.deepEqual([routes[0].route, routes[0].queriesMedian, routes[0].queriesMax], ['/often', 2, 40]);
    assert.deepEqual(
      [routes[1].findings, routes[1].calls],
      [
        [
          { code: 'n1', requests: 1 },
          { code: 'slow-query', requests: 1 },
        ],
        3,
      ],
    );
    assert.deepEqual([routes[2].requests, routes[2].failed, requests], [10, 10, 31]);
    assert.deepEqual(omitted, { routes: 0, requests: 0, totalTime: 0 });
    assert.match(
      await read(host, '/_profiler/routes', 'text/markdown'),
      /\| `GET \/often` \| `200 ms · 56 %` \| `20` \|/,
    );
  });

  test('an invalid search is rejected with its position', async () => {
    const response = await host.fetch(new Request('http://localhost/_profiler/routes.json?q=stauts:500'), {
      peer: '127.0.0.1',
    });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /Unknown field \\"stauts\\". Did you mean status/);
  });
});

describe('10,000 profiles whose routes clients have chosen', () => {
  const { host, storage } = createProfilerHost();
  before(() => {
    for (let index = 0; index < 10_000; index += 500)
      storage.write(
        Array.from({ length: 500 }, (_, rowIndex) =>
          createProfile('GET /', {
            summary: {
              ...{ route: `/${HOSTILE.repeat(20)}${index + rowIndex}`, app: `${HOSTILE.repeat(20)}${rowIndex % 3}` },
              ...{
                method: `GET${HOSTILE}`,
                findings: [`${HOSTILE.repeat(20)}${index + rowIndex}`, HOSTILE],
                errors: 1,
              },
              ...{ dbCount: 3, httpCount: 2 },
            },
          }),
        ),
      );
  });
  after(() => host.close());

  test('are a page of at most 40 KB without their markup', async () => {
    const page = await read(host, '/_profiler/routes');
    assert.ok(Buffer.byteLength(page) <= 40_960, `${Buffer.byteLength(page)} bytes`);
    assert.equal(page.match(/<script/g)!.length, 1);
    for (const character of ['\u202e', '\x1b']) assert.ok(!page.includes(character));
    assert.match(page, /[\d,]+ further routes with [\d,]+ requests and 100 % of the total time are not shown/);
  });

  test('are at most 200 routes in the other representations', async () => {
    const { routes, omitted } = JSON.parse(await read(host, '/_profiler/routes.json'));
    assert.deepEqual([routes.length, omitted.routes], [200, 9_800]);
    const all = await read(host, '/_profiler/routes?limit=all');
    assert.equal(all.match(/<svg class="bars"/g)!.length, 200);
    const markdown = await read(host, '/_profiler/routes.md');
    assert.ok(Buffer.byteLength(markdown) < 300_000, `${Buffer.byteLength(markdown)} bytes`);
    assert.doesNotMatch(markdown.replace(/`[^`]*`/g, ''), /<script/);
  });

  test('are compared on a page of at most 40 KB', async () => {
    const other = await read(host, '/_profiler/routes?q=app:0&compare=app:1');
    assert.ok(Buffer.byteLength(other) <= 40_960, `${Buffer.byteLength(other)} bytes`);
    assert.match(other, /further routes that differ are not shown/);
    for (const character of ['\u202e', '\x1b']) assert.ok(!other.includes(character));
  });
});

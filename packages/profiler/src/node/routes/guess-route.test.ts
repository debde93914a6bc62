import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RouteGuesser } from './guess-route.ts';

function guess(path: string): string | undefined {
  return new RouteGuesser().guess(path, 200);
}

describe('RouteGuesser', () => {
  const PATHS: Readonly<Record<string, string>> = {
    '/': '~/',
    '/health': '~/health',
    '/users/7': '~/users/:n',
    '/users/7/': '~/users/:n',
    '/users/42/posts/8': '~/users/:n/posts/:n',
    '/users/7.json': '~/users/:n.json',
    '/api/v2/users': '~/api/v2/users',
    '/o/0190a3c1-7d52-7c8e-9f3a-2b6f5c1d8e4a': '~/o/:uuid',
    '/o/65f1c0ffee65f1c0ffee65f1': '~/o/:hex',
    '/o/01ARZ3NDEKTSV4RRFFQ69G5FAV': '~/o/:token',
    '/o/V1StGXR8_Z5jdHi6B-myT': '~/o/:token',
    '/watch/dQw4w9WgXcQ': '~/watch/:token',
    '/reports/2026-11-29': '~/reports/:date',
    '/reports/2026-11-29T10:00:00Z': '~/reports/:date',
    '/orders/ORD-2026-0001': '~/orders/:id',
    '/customers/cus_N8xAbC12': '~/customers/:id',
    '/mail/ada%40example.com': '~/mail/:text',
    '/reset/•••': '~/reset/:secret',
    '/verify/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U':
      '~/verify/:token',
    '/assets/app.3f2a91bc.js': '~/assets/:file.js',
    '/assets/index-B2x9dKq_.css': '~/assets/:file.css',
    '/robots.txt': '~/robots.txt',
    '/trpc/user.byId,post.list': '~/trpc/user.byId,post.list',
    '/blog/2026-annual-report-v2': '~/blog/2026-annual-report-v2',
    '/a/b/c/d/e/f/g/h/i/j/k/l/m/n': '~/a/b/c/d/e/f/g/h/i/j/k/l/*',
    '/users/7;v=1': '~/users/:n',
  };
  for (const [path, route] of Object.entries(PATHS)) it(`${path} is ${route}`, () => assert.equal(guess(path), route));

  it('finds values that only a comparison of paths shows, and keeps segments that are requested often', () => {
    const guesser = new RouteGuesser();
    const words = ['red', 'green', 'blue', 'old', 'new', 'big', 'small', 'warm', 'cold', 'dry', 'wet', 'loud'];
    for (let i = 0; i < 3; i++) assert.equal(guesser.guess('/posts/search', 200), '~/posts/search');
    const routes = words.map((word) => guesser.guess(`/posts/a-${word}-day`, 200));
    assert.equal(routes[0], '~/posts/a-red-day');
    assert.equal(routes.at(-1), '~/posts/:slug');
    assert.equal(guesser.guess('/posts/a-new-post/comments', 200), '~/posts/:slug/comments');
    assert.equal(guesser.guess('/posts/search', 200), '~/posts/search');
  });

  it('keeps the names of twenty resources below one path', () => {
    const guesser = new RouteGuesser();
    const names = Array.from({ length: 20 }, (_, i) => `${'abcdefghijklmnopqrst'[i]}things`);
    for (let round = 0; round < 2; round++)
      for (const name of names) assert.equal(guesser.guess(`/api/${name}`, 200), `~/api/${name}`);
  });

  it('gives a path that does not exist a route only if another response has it', () => {
    const guesser = new RouteGuesser();
    assert.equal(guesser.guess('/users/7', 404), undefined);
    assert.equal(guesser.guess('/users/7', 200), '~/users/:n');
    assert.equal(guesser.guess('/users/8', 404), '~/users/:n');
    assert.equal(guesser.guess('/wp-login.php', 404), undefined);
    assert.equal(guesser.guess('/users', 405), undefined);
  });

  it('has a bounded number of routes, whatever is requested', () => {
    const guesser = new RouteGuesser();
    const routes = new Set<string | undefined>();
    for (let i = 0; i < 30_000; i++) {
      const name = i.toString(36).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!);
      routes.add(guesser.guess(`/${name}/x${name}/y${name}`, 200));
    }
    assert.ok(routes.size < 5_000, String(routes.size));
  });
});

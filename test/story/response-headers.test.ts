import { deepEqual, equal, match } from 'node:assert/strict';
import { filter, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { testTransports } from './test-transports.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const Note = z.object({ id: z.number().int(), text: z.string() });
const NOTE = { id: 1, text: 'One' };

const getHost =
  (extra: object = {}) =>
  (): HostConfig => ({
    api: { formats: ALL_FORMATS },
    resources: [
      resource('notes', Note, {
        id: 'id',
        input: { create: Note.omit({ id: true }) },
        page: { size: 2 },
        provide: {
          list: () => [1, 2, 3, 4, 5].map((id) => ({ id, text: String(id) })),
          get: ({ id }) => (id === 1 ? NOTE : null),
        },
        process: { create: () => NOTE, patch: () => NOTE },
        ...extra,
      }),
    ],
  });
// The text of each item is as long as the filter, so that there is a page before and after.
const longQueries = getHost({
  filters: { text: filter.partial() },
  webLinks: [{ href: '/terms', rel: 'license' }],
  provide: { list: () => [1, 2, 3, 4, 5].map((id) => ({ id, text: 'x'.repeat(4000) })) },
  process: {},
});
const relations = (header: string | null) =>
  Object.fromEntries([...(header ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, href, rel]) => [rel, href]));

testTransports(
  'responses have X-Content-Type-Options, X-Frame-Options and the media types that the URL accepts',
  getHost(),
  async (send) => {
    for (const line of ['GET /api/notes/1', 'GET /api/notes/9', 'GET /api/notes/1?x=1']) {
      const { headers } = await send(line);
      equal(headers.get('X-Content-Type-Options'), 'nosniff', line);
      equal(headers.get('X-Frame-Options'), 'deny', line);
      match(headers.get('Accept-Patch') ?? '', /application\/merge-patch\+json/, line);
      equal(headers.get('Accept-Post'), null, line);
    }
    match((await send('GET /api/notes')).headers.get('Accept-Post') ?? '', /application\/json/);
    const unsupported = await send('POST /api/notes', { headers: { 'Content-Type': 'text/plain' }, body: 'x' });
    equal(unsupported.status, 415);
    equal(unsupported.headers.get('Accept-Post')!.match(/application\/json/g)!.length, 1);
    const notAllowed = await send('PUT /api/notes/1');
    equal(notAllowed.status, 405);
    equal(notAllowed.headers.get('Allow'), 'GET, HEAD, PATCH, OPTIONS');
  },
);

testTransports('a list has Link headers to other pages', getHost(), async (send) => {
  const links = async (query: string) => relations((await send(`GET /api/notes${query}`)).headers.get('Link'));
  const page = (number: number, origin: string) => `${origin}/api/notes?page=${number}`;
  const first = await links('');
  const origin = new URL(first['next'] ?? '').origin;
  equal(first['first'], page(1, origin));
  equal(first['next'], page(2, origin));
  equal(first['last'], page(3, origin));
  equal(first['prev'], undefined);
  const last = await links('?page=3');
  equal(last['prev'], page(2, origin));
  equal(last['next'], undefined);
});

testTransports('a long query shortens the Link header of a list to at most 4 KB', longQueries, async (send) => {
  const header = async (length: number) =>
    (await send(`GET /api/notes?page=2&text=${'x'.repeat(length)}`)).headers.get('Link')!;
  deepEqual(Object.keys(relations(await header(750))).slice(-5, -1), ['first', 'prev', 'next', 'last']);
  for (const [length, relationNames] of [
    [1200, ['next', 'prev']],
    [2500, ['next']],
    [3950, []],
  ] as const) {
    const value = await header(length);
    equal(value.length <= 3584, true, `${length}: ${value.length}`);
    deepEqual(
      Object.keys(relations(value)).filter((rel) => !/license|#/.test(rel)),
      relationNames,
      String(length),
    );
    match(value, /rel="license"$/);
  }
});

testTransports(
  'declared links are in every response',
  getHost({
    webLinks: [
      { href: '/terms', rel: 'license' },
      { href: 'https://example.org/x', rel: 'help', type: 'text/html' },
    ],
  }),
  async (send) => {
    match(
      (await send('GET /api/notes/1')).headers.get('Link')!,
      /<\/terms>; rel="license", <https:\/\/example\.org\/x>; rel="help"; type="text\/html"$/,
    );
    match((await send('GET /api/notes')).headers.get('Link')!, /<\/terms>; rel="license", .*; type="text\/html"$/);
    match((await send('GET /api/notes/9')).headers.get('Link')!, /<\/terms>; rel="license"/);
  },
);

testTransports(
  'responses of deprecated operations have Deprecation, Sunset and Link headers',
  getHost({ deprecated: { since: '2023-06-30T23:59:59Z', sunset: '2999-12-31', link: '/changes' } }),
  async (send) => {
    for (const line of ['GET /api/notes/1', 'GET /api/notes', 'GET /api/notes/9']) {
      const { headers } = await send(line);
      equal(headers.get('Deprecation'), '@1688169599');
      equal(headers.get('Sunset'), 'Tue, 31 Dec 2999 00:00:00 GMT');
      const { deprecation, sunset } = relations(headers.get('Link'));
      deepEqual([deprecation, sunset], ['/changes', '/changes']);
    }
  },
);

testTransports(
  'an operation responds with 410 after its sunset, and other operations do not',
  getHost({ operations: { list: { deprecated: { since: '2020-01-01', sunset: '2021-01-01' } } } }),
  async (send) => {
    const gone = await send('GET /api/notes');
    equal(gone.status, 410);
    equal(((await gone.json()) as { type: string }).type, '/problems/gone');
    equal(gone.headers.get('Sunset'), 'Fri, 01 Jan 2021 00:00:00 GMT');
    const item = await send('GET /api/notes/1');
    equal(item.status, 200);
    equal(item.headers.get('Deprecation'), null);
  },
);

testTransports('API documents have entity tags and respond with 304', getHost(), async (send) => {
  for (const path of ['/api', '/api/docs.json', '/api/docs.jsonld', '/api/contexts/Note']) {
    const { status, headers } = await send(`GET ${path}`);
    equal(status, 200, path);
    equal(headers.get('Cache-Control'), 'no-cache, private', path);
    equal(headers.get('X-Content-Type-Options'), 'nosniff', path);
    equal(headers.get('X-Frame-Options'), 'deny', path);
    const tag = headers.get('ETag')!;
    match(tag, /^"[\w-]{16}(?:\+\w+)?"$/, path);
    const again = await send(`GET ${path}`, { headers: { 'If-None-Match': tag } });
    equal(again.status, 304, path);
    equal(again.headers.get('Cache-Control'), 'no-cache, private', path);
    equal((await send(`GET ${path}`, { headers: { 'If-None-Match': '"other"' } })).status, 200, path);
  }
});

testTransports('the entrypoint responds with 406 and lists its formats', getHost(), async (send) => {
  match((await send('GET /api')).headers.get('Content-Type')!, /^application\/ld\+json/);
  const none = await send('GET /api', { headers: { Accept: 'image/png' } });
  equal(none.status, 406);
  match(
    ((await none.json()) as { detail: string }).detail,
    /^Requested format "image\/png" is not supported\. Supported MIME types are "application\/ld\+json", .*"text\/html"\.$/,
  );
});

testTransports('errors are not cached', getHost(), async (send) => {
  for (const line of ['GET /nowhere', 'PUT /api/notes', 'GET /api/notes/9'])
    equal((await send(line)).headers.get('Cache-Control'), 'no-cache, private', line);
});

testTransports('an error page has X-Content-Type-Options once', getHost(), async (send) => {
  const { headers } = await send('GET /api/notes/1', { headers: { Accept: 'text/html' } });
  equal(headers.get('X-Content-Type-Options'), 'nosniff');
});

testTransports(
  'the Vary header of a change has no configured request headers',
  getHost({ cache: { vary: ['Origin'] } }),
  async (send) => {
    const sent = { headers: { 'Content-Type': 'application/json' }, body: '{"text":"New"}' };
    equal((await send('GET /api/notes/1')).headers.get('Vary'), 'Accept, Origin');
    equal((await send('POST /api/notes', sent)).headers.get('Vary'), 'Accept');
  },
);

testTransports(
  'a list without pages has the total number of items',
  getHost({ page: { by: 'none' } }),
  async (send) => {
    equal((await send('GET /api/notes')).headers.get('X-Total-Count'), '5');
  },
);

testTransports(
  'links of a list repeat the query parameters, the page last',
  getHost({ page: { size: 2, max: 3 } }),
  async (send) => {
    const { headers } = await send('GET /api/notes?page=1&partial=true&itemsPerPage=1');
    match(relations(headers.get('Link'))['next'], /\/api\/notes\?itemsPerPage=1&partial=true&page=2$/);
  },
);

testTransports(
  'API documents have the Cache-Control of the API',
  () => ({ ...getHost()(), api: { formats: ALL_FORMATS, cache: { public: true, maxAge: '1 min' } } }),
  async (send) => {
    for (const path of ['/api', '/api/docs.jsonld', '/api/docs.json'])
      equal((await send(`GET ${path}`)).headers.get('Cache-Control'), 'max-age=60, public', path);
  },
);

testTransports('redirects have no headers of the operation', getHost(), async (send) => {
  const { status, headers } = await send('GET /api/notes/');
  equal(status, 301);
  for (const name of ['Cache-Control', 'Link', 'Vary', 'Accept-Post', 'X-Frame-Options'])
    equal(headers.get(name), null, name);
});

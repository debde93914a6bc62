import { equal, match, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { json, startLibrary } from './recorded-library.ts';
import type { RecordedLibrary } from './recorded-library.ts';

describe('the panels of a resource operation', () => {
  let library: RecordedLibrary;
  before(async () => {
    library = await startLibrary();
  });
  after(() => library[Symbol.asyncDispose]());

  test('show the parsed query parameters of a list, its page, and where it was read from', async () => {
    const profile = await library.record('GET /api/books?price[gt]=2&order[price]=desc&itemsPerPage=2');
    const text = await library.readPanel(profile, 'operation');
    match(text, /`Operation`: `books.list`/);
    match(text, /`Read by`: `its store, list of MemoryStore`/);
    match(text, /\| `price\[gt\]` \| `2` \| `filter price\[gt\]: .*greater/);
    match(text, /`price`: `\{"gt":2\}`/);
    match(text, /`Page`: `page 1, 2 items, at most 100`/);
    match(text, /`Order`: `price desc, id asc`/);
    match(text, /`Returned`: `2 items of 6`/);
    const codes = profile.data.findings.map(({ code }) => code);
    equal(codes.includes('ignored-parameter') || codes.includes('unlimited-list'), false);
  });

  test('name the operation, its source and its location on the request and routing panels', async () => {
    for (const [line, by] of [
      ['GET /api/books', 'books\\.list: its store, list of MemoryStore'],
      ['GET /api/authors', 'authors\\.list: its own function, provide\\.list'],
      ['DELETE /api/books/99', 'books\\.delete: its store, get of MemoryStore, then its store, delete of MemoryStore'],
    ] as const) {
      const profile = await library.record(line);
      match(profile.data.request.handler!, /^test\/profiler\/recorded-library\.ts:\d+$/);
      for (const panel of ['request', 'routing']) {
        const text = await library.readPanel(profile, panel);
        match(text, new RegExp(`\`Handler\`: \`${by}\``), `${line}, ${panel}`);
        match(text, /`Declared`: \[?`test\/profiler\/recorded-library\.ts:\d+`/);
      }
      match(
        await library.readPanel(profile, 'request', ''),
        /href="\/_profiler\/open\?file=test\/profiler\/recorded-library/,
      );
    }
    const plain = await library.readPanel(await library.record('GET /moved'), 'request');
    match(plain, /`Handler`: \[?`test\/profiler\/recorded-library\.ts:\d+`/);
    match(
      await library.readPanel(await library.record('GET /api'), 'request'),
      /`Handler`: `a built-in route of the host/,
    );
    match(
      await library.readPanel(await library.record('GET /nowhere'), 'request'),
      /`Handler`: `none: no route matched`/,
    );
  });

  test('show the cursor of a list, and the function that returned it', async () => {
    const first = await fetch(`${library.origin}/api/authors`);
    const next = /<[^>]*(\/api\/authors\?[^>]*)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
    const text = await library.readPanel(await library.record(`GET ${next}`), 'operation');
    match(text, /`Read by`: `its own function, provide.list`/);
    match(text, /`Page`: `by cursor, after a cursor, 1 item/);
    match(text, /`Order`: `id asc \(default\)`/);
    match(text, /`Returned`: `1 item \(has previous page\)`/);
  });

  test('show rejected query parameters with their errors on both panels', async () => {
    const profile = await library.record('GET /api/books?titel=book&page=0');
    const operation = await library.readPanel(profile, 'operation');
    match(operation, /`titel` \| `book` \| `rejected: unknown parameter; did you mean "title"\?`/);
    match(operation, /not read: the request ended with 400/);
    match(
      await library.readPanel(profile, 'validation'),
      /\| `page` \| `must be a whole number of at least 1` \| `0` \|/,
    );
  });

  test('show the violations of a rejected body with the received values, the schema and the response', async () => {
    const profile = await library.record('POST /api/books', json({ title: 'x', price: -1, autor: 2, author: null }));
    const text = await library.readPanel(profile, 'validation');
    match(text, /rejected with 422/);
    match(text, /`Schema`: `of books.create, by zod`/);
    match(text, /`Fields`: `title, price, author, note`/);
    match(text, /\| `\/title` \| `Too small[^|]*\| `"x"` \| `too_small` \|/);
    match(text, /\| `\/autor` \| `Unknown member; did you mean "author"\?` \| `2` \|/);
    match(text, /"type": "\/problems\/validation"/);
    equal(profile.data.findings.find(({ code }) => code === 'validation')?.panel, 'validation');
  });

  test('show the schema of a whole patched item, and the changed members', async () => {
    const profile = await library.record('PATCH /api/books/1', json({ price: 9 }, 'application/merge-patch+json'));
    match(await library.readPanel(profile, 'validation'), /input is valid[\s\S]*with the patch applied/);
    match(await library.readPanel(profile, 'operation'), /`Changed`: `price`/);
  });

  test('show the violations of a route that belongs to no resource, and no other panels', async () => {
    const profile = await library.record('POST /echo', json({ name: 7 }));
    match(await library.readPanel(profile, 'validation'), /`\/name` \| `Invalid input[^|]*\| `7` \|/);
    for (const panel of ['operation', 'serializer', 'cache'])
      match(await library.readPanel(profile, panel), /No data/, panel);
    const valid = await library.record('POST /echo', json({ name: 'x' }));
    match(await library.readPanel(valid, 'validation'), /No data/);
  });

  test('show the format, the reason for it, and the bytes of each field', async () => {
    const profile = await library.record('GET /api/books/3', {
      headers: { Accept: 'application/ld+json, application/json;q=0.5', 'Accept-Encoding': 'identity' },
    });
    const text = await library.readPanel(profile, 'serializer');
    match(text, /Format: `jsonld`/);
    match(text, /Serialization: `[\d.]+ ms`/);
    match(text, /`Reason`: `application\/ld\+json has q=1 in the Accept header`/);
    match(text, /\| `jsonld \(chosen\)` \| `application\/ld\+json` \|/);
    match(text, /Bytes by field[\s\S]*?---[^\n]*\n\| `note` \| `409` \|/);
    equal(Number(/Bytes: `(\d+) B`/.exec(text)![1]), profile.summary.bytes);
  });

  test('show the freshness, the ETag, and which precondition was decisive', async () => {
    const first = await library.record('GET /api/books/2');
    const tag = first.data.response.headers.find(([name]) => name === 'ETag')![1];
    const text = await library.readPanel(first, 'cache');
    match(text, /Fresh for: `90 s`/);
    match(text, /`max-age=90` \| `Caches may use the response for 90 s/);
    match(text, /No precondition was sent/);
    const headers = { 'If-None-Match': tag, 'If-Modified-Since': 'Sat, 21 Nov 2026 00:00:00 GMT' };
    const again = await library.readPanel(await library.record('GET /api/books/2', { headers }), 'cache');
    match(again, /Preconditions: `not modified`/);
    match(again, /Not modified: If-None-Match contains the current tag/);
    match(again, /\| `If-None-Match` \| [^\n]* \| `decisive` \|/);
    match(again, /\| `If-Modified-Since` \| [^\n]* \| `ignored: If-None-Match takes precedence` \|/);
    const changed = await library.record('DELETE /api/books/2', { headers: { 'If-Match': '"other-json"' } });
    match(await library.readPanel(changed, 'cache'), /Failed: If-Match does not match the current state/);
  });

  test('show a forwarded request with its route and status, and its spans', async () => {
    const profile = await library.record('GET /first');
    const text = await library.readPanel(profile, 'pipeline');
    match(text, /Forwarded requests[\s\S]*`GET \/api\/books\/1\?fields=title` \| `books.get` \| `200` \|/);
    match(await library.readPanel(profile, 'timeline'), /forward GET \/api\/books\/1/);
    const plain = await library.record('GET /api/books/1');
    equal((await library.readPanel(plain, 'pipeline')).includes('Forwarded'), false);
  });

  test('link a redirect and the request that followed it', async () => {
    const moved = await library.record('GET /moved');
    const followed = await library.record('GET /first');
    for (const suffix of ['', '.md', '.json'] as const) {
      match(
        await library.readPanel(moved, 'request', suffix),
        new RegExp(`/?${followed.summary.token}`),
        `to, ${suffix}`,
      );
      match(
        await library.readPanel(followed, 'request', suffix),
        new RegExp(`/?${moved.summary.token}`),
        `from, ${suffix}`,
      );
    }
    match(await library.readPanel(followed, 'request'), /Redirected from/);
  });

  test('are available as JSON, and their pages are at most 60 KB', async () => {
    const profile = await library.record('GET /api/tides');
    ok(profile.data.findings.some(({ code }) => code === 'unlimited-list'));
    for (const panel of ['operation', 'validation', 'serializer', 'cache']) {
      const page = await library.readPanel(profile, panel, '');
      equal(page.length < 60_000, true, `${panel}: ${page.length}`);
      if (panel !== 'validation')
        match(await library.readPanel(profile, panel, '.json'), new RegExp(`"name": ?"${panel}"`));
    }
  });
});

test('a lenient host records ignored query parameters', async () => {
  await using library = await startLibrary({ query: 'lenient' });
  const profile = await library.record('GET /api/books?titel=book');
  match(await library.readPanel(profile, 'operation'), /`titel` \| `book` \| `ignored: unknown parameter/);
  ok(profile.data.findings.some(({ code }) => code === 'ignored-parameter'));
});

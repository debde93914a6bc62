import { equal, match, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { json, startLibrary } from './recorded-library.ts';
import type { RecordedLibrary } from './recorded-library.ts';

describe('the panels of resources', () => {
  let library: RecordedLibrary;
  before(async () => {
    library = await startLibrary();
  });
  after(() => library[Symbol.asyncDispose]());

  test('a list tells what each parameter was understood as, which part was asked for, and who gave it', async () => {
    const profile = await library.ask('GET /api/books?price[gt]=2&order[price]=desc&itemsPerPage=2');
    const text = await library.look(profile, 'operation');
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

  test('what answered is named where the request is told and where the route is: operation, who gave, and the place', async () => {
    for (const [line, by] of [
      ['GET /api/books', 'books\\.list: its store, list of MemoryStore'],
      ['GET /api/authors', 'authors\\.list: its own function, provide\\.list'],
      ['DELETE /api/books/99', 'books\\.delete: its store, get of MemoryStore, then its store, delete of MemoryStore'],
    ] as const) {
      const profile = await library.ask(line);
      match(profile.data.request.handler!, /^test\/profiler\/recorded-library\.ts:\d+$/);
      for (const panel of ['request', 'routing']) {
        const text = await library.look(profile, panel);
        match(text, new RegExp(`\`Handler\`: \`${by}\``), `${line}, ${panel}`);
        match(text, /`Declared`: \[?`test\/profiler\/recorded-library\.ts:\d+`/);
      }
      match(
        await library.look(profile, 'request', ''),
        /href="\/_profiler\/open\?file=test\/profiler\/recorded-library/,
      );
    }
    const plain = await library.look(await library.ask('GET /moved'), 'request');
    match(plain, /`Handler`: \[?`test\/profiler\/recorded-library\.ts:\d+`/);
    match(await library.look(await library.ask('GET /api'), 'request'), /`Handler`: `a built-in route of the host/);
    match(await library.look(await library.ask('GET /nowhere'), 'request'), /`Handler`: `none: no route matched`/);
  });

  test('a list by cursor tells where it goes on, and that a function of the resource gave it', async () => {
    const first = await fetch(`${library.origin}/api/authors`);
    const next = /<[^>]*(\/api\/authors\?[^>]*)>; rel="next"/.exec(first.headers.get('link')!)![1]!;
    const text = await library.look(await library.ask(`GET ${next}`), 'operation');
    match(text, /`Read by`: `its own function, provide.list`/);
    match(text, /`Page`: `by cursor, after a cursor, 1 item/);
    match(text, /`Order`: `id asc \(default\)`/);
    match(text, /`Returned`: `1 item \(has previous page\)`/);
  });

  test('parameters that are refused stand beside what was wrong with them, on both panels', async () => {
    const profile = await library.ask('GET /api/books?titel=book&page=0');
    const operation = await library.look(profile, 'operation');
    match(operation, /`titel` \| `book` \| `rejected: it is not known here; did you mean "title"\?`/);
    match(operation, /not read: the request ended with 400/);
    match(await library.look(profile, 'validation'), /\| `page` \| `must be a whole number from 1 on` \| `0` \|/);
  });

  test('a body that is refused is told by place, with what was sent there, the schema, and the answer', async () => {
    const profile = await library.ask('POST /api/books', json({ title: 'x', price: -1, autor: 2, author: null }));
    const text = await library.look(profile, 'validation');
    match(text, /rejected with 422/);
    match(text, /`Schema`: `of books.create, by zod`/);
    match(text, /`Fields`: `title, price, author, note`/);
    match(text, /\| `\/title` \| `Too small[^|]*\| `"x"` \| `too_small` \|/);
    match(text, /\| `\/autor` \| `Unknown member; did you mean "author"\?` \| `2` \|/);
    match(text, /"type": "\/problems\/validation"/);
    equal(profile.data.findings.find(({ code }) => code === 'validation')?.panel, 'validation');
  });

  test('a patch is held against the schema whole, and tells what it changed', async () => {
    const profile = await library.ask('PATCH /api/books/1', json({ price: 9 }, 'application/merge-patch+json'));
    match(await library.look(profile, 'validation'), /input is valid[\s\S]*with the patch applied/);
    match(await library.look(profile, 'operation'), /`Changed`: `price`/);
  });

  test('a plain route has a Validation panel when something was wrong, and none of the others', async () => {
    const profile = await library.ask('POST /echo', json({ name: 7 }));
    match(await library.look(profile, 'validation'), /`\/name` \| `Invalid input[^|]*\| `7` \|/);
    for (const panel of ['operation', 'serializer', 'cache'])
      match(await library.look(profile, panel), /No data/, panel);
    const fine = await library.ask('POST /echo', json({ name: 'x' }));
    match(await library.look(fine, 'validation'), /No data/);
  });

  test('the serializer tells the format, why, and which fields the bytes went to', async () => {
    const profile = await library.ask('GET /api/books/3', {
      headers: { Accept: 'application/ld+json, application/json;q=0.5', 'Accept-Encoding': 'identity' },
    });
    const text = await library.look(profile, 'serializer');
    match(text, /Format: `jsonld`/);
    match(text, /Serialization: `[\d.]+ ms`/);
    match(text, /`Reason`: `application\/ld\+json has q=1 in the Accept header`/);
    match(text, /\| `jsonld \(chosen\)` \| `application\/ld\+json` \|/);
    match(text, /Bytes by field[\s\S]*?---[^\n]*\n\| `note` \| `409` \|/);
    equal(Number(/Bytes: `(\d+) B`/.exec(text)![1]), profile.summary.bytes);
  });

  test('the cache panel tells freshness and tag, and which precondition decided what', async () => {
    const first = await library.ask('GET /api/books/2');
    const tag = first.data.response.headers.find(([name]) => name === 'ETag')![1];
    const text = await library.look(first, 'cache');
    match(text, /Fresh for: `90 s`/);
    match(text, /`max-age=90` \| `Caches may use the response for 90 s/);
    match(text, /No precondition was sent/);
    const headers = { 'If-None-Match': tag, 'If-Modified-Since': 'Sat, 21 Nov 2026 00:00:00 GMT' };
    const again = await library.look(await library.ask('GET /api/books/2', { headers }), 'cache');
    match(again, /Preconditions: `not modified`/);
    match(again, /Not modified: If-None-Match names/);
    match(again, /\| `If-None-Match` \| [^\n]* \| `decisive` \|/);
    match(again, /\| `If-Modified-Since` \| [^\n]* \| `ignored: If-None-Match takes precedence` \|/);
    const changed = await library.ask('DELETE /api/books/2', { headers: { 'If-Match': '"other-json"' } });
    match(await library.look(changed, 'cache'), /Failed: If-Match does not name what is there now/);
  });

  test('a request that was forwarded inside another is told with its route and status, its work inside it', async () => {
    const profile = await library.ask('GET /first');
    const text = await library.look(profile, 'pipeline');
    match(text, /Forwarded requests[\s\S]*`GET \/api\/books\/1\?fields=title` \| `books.get` \| `200` \|/);
    match(await library.look(profile, 'timeline'), /forward GET \/api\/books\/1/);
    const plain = await library.ask('GET /api/books/1');
    equal((await library.look(plain, 'pipeline')).includes('Forwarded'), false);
  });

  test('a redirect and the request that followed it lead to each other', async () => {
    const moved = await library.ask('GET /moved');
    const followed = await library.ask('GET /first');
    for (const suffix of ['', '.md', '.json'] as const) {
      match(await library.look(moved, 'request', suffix), new RegExp(`/?${followed.summary.token}`), `to, ${suffix}`);
      match(await library.look(followed, 'request', suffix), new RegExp(`/?${moved.summary.token}`), `from, ${suffix}`);
    }
    match(await library.look(followed, 'request'), /Redirected from/);
  });

  test('the twins say the same, and no page is larger than 60 KB', async () => {
    const profile = await library.ask('GET /api/tides');
    ok(profile.data.findings.some(({ code }) => code === 'unlimited-list'));
    for (const panel of ['operation', 'validation', 'serializer', 'cache']) {
      const page = await library.look(profile, panel, '');
      equal(page.length < 60_000, true, `${panel}: ${page.length}`);
      if (panel !== 'validation') match(await library.look(profile, panel, '.json'), new RegExp(`"name": ?"${panel}"`));
    }
  });
});

test('a lenient host tells what it ignored', async () => {
  await using library = await startLibrary({ query: 'lenient' });
  const profile = await library.ask('GET /api/books?titel=book');
  match(await library.look(profile, 'operation'), /`titel` \| `book` \| `ignored: unknown parameter/);
  ok(profile.data.findings.some(({ code }) => code === 'ignored-parameter'));
});

import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, resource } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import type { HostConfig, HostConfigError } from 'oriel-host';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { ALL_FORMATS } from '../lib/formats.ts';
import { testTransports } from './test-transports.ts';
import type { Send } from './test-transports.ts';

const Note = z.object({
  id: z.number().int(),
  text: z.string(),
  version: z.number().int(),
  changed: z.iso.datetime(),
});
type NoteItem = z.infer<typeof Note>;

function notes(extra: object = {}) {
  const rows = new Map<number, NoteItem>(
    [1, 2].map((id) => [id, { id, text: `Note ${id}`, version: 1, changed: '2026-01-02T03:04:05.678Z' }]),
  );
  const save = (note: NoteItem) => {
    rows.set(note.id, note);
    return note;
  };
  return resource('notes', Note, {
    id: 'id',
    input: { create: Note.pick({ text: true }) },
    page: { size: 1 },
    provide: { list: () => [...rows.values()], get: ({ id }) => rows.get(id) },
    process: {
      create: ({ body }) => save({ id: rows.size + 1, version: 1, changed: '2026-01-02T03:04:05Z', ...body }),
      replace: ({ id, body, previous }) =>
        save({ id, version: (previous?.version ?? 0) + 1, changed: '2026-02-02T00:00:00Z', ...body }),
      patch: ({ previous, next }) => save({ ...previous, ...next, version: previous.version + 1 }),
      delete: ({ id }) => void rows.delete(id),
    },
    ...extra,
  });
}

const getHost =
  (extra: object = {}) =>
  (): HostConfig => ({ resources: [notes(extra)] });
const PATCH = { headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{"text":"New"}' };
const PUT = { headers: { 'Content-Type': 'application/json' }, body: '{"text":"New"}' };
const withHeaders = (sent: typeof PUT, headers: Record<string, string>) => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});
const getTag = async (send: Send, line: string, headers = {}) => (await send(line, { headers })).headers.get('ETag')!;

testTransports(
  'a request with a matching tag gets a 304 with the headers that a cache needs',
  getHost(),
  async (send) => {
    const first = await send('GET /api/notes/1');
    const tag = first.headers.get('ETag')!;
    match(tag, /^"[\w-]{16}-json"$/);
    equal(first.headers.get('Cache-Control'), 'no-cache, private');
    equal(first.headers.get('Vary'), 'Accept');
    for (const sent of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await send('GET /api/notes/1', { headers: { 'If-None-Match': sent } });
      equal(again.status, 304, sent);
      equal(await again.text(), '');
      equal(again.headers.get('ETag'), tag);
      equal(again.headers.get('Cache-Control'), 'no-cache, private');
      equal(again.headers.get('Content-Location'), '/api/notes/1');
      equal(again.headers.get('Vary'), 'Accept');
      equal(again.headers.get('Content-Type'), null);
    }
    equal((await send('HEAD /api/notes/1', { headers: { 'If-None-Match': tag } })).status, 304);
    equal((await send('GET /api/notes/1', { headers: { 'If-None-Match': '"x-json"' } })).status, 200);
    equal((await send('GET /api/notes/2', { headers: { 'If-None-Match': tag } })).status, 200);
  },
);

const long = { id: 1, text: 'long '.repeat(400), version: 1, changed: '2026-01-02T03:04:05Z' };
const longNotes = (): HostConfig => ({ resources: [notes({ provide: { get: () => long, list: () => [long] } })] });

test('a 304 has the Vary header of the 200, with and without a content coding', async () => {
  const versioned = notes({ provide: { get: () => long, list: () => [long] }, cache: { etag: 'version' } });
  const timed = notes({
    provide: { get: () => long, list: () => [long] },
    cache: { etag: false, lastModified: 'changed' },
  });
  const short = notes({ provide: { get: () => ({ ...long, text: 'x' }), list: () => [] } });
  for (const [name, resources] of Object.entries({
    hash: longNotes().resources!,
    versioned: [versioned],
    timed: [timed],
    short: [short],
  })) {
    const { send } = createTestHost({ api: { formats: ALL_FORMATS }, resources });
    for (const path of ['/api/notes/1', '/api/notes', '/api/notes/1?fields=id'])
      for (const accept of [
        'application/json',
        'application/ld+json',
        'application/vnd.api+json',
        'application/hal+json',
        'text/csv',
      ])
        for (const coding of [undefined, 'identity', 'gzip', 'br'])
          for (const method of ['GET', 'HEAD']) {
            const headers = { Accept: accept, ...(coding && { 'Accept-Encoding': coding }) };
            const first = await send(`${method} ${path}`, { headers });
            const tag = first.headers.get('ETag');
            const time = first.headers.get('Last-Modified');
            if (tag === null && time === null) continue;
            const condition = tag === null ? { 'If-Modified-Since': time! } : { 'If-None-Match': tag };
            const again = await send(`${method} ${path}`, { headers: { ...headers, ...condition } });
            const label = `${name} ${method} ${path} ${accept} ${coding}`;
            equal(again.status, 304, label);
            for (const header of ['Vary', 'ETag', 'Cache-Control', 'Content-Location'])
              equal(again.headers.get(header), first.headers.get(header), `${label} ${header}`);
            equal(again.headers.get('Content-Type'), null, label);
          }
  }
});

test('an item of JSON:API with an empty include has the tag of the item', async () => {
  const { send } = createTestHost({ api: { formats: ['jsonapi'] }, resources: [notes()] });
  const tag = (await send('GET /api/notes/1')).headers.get('ETag')!;
  for (const query of ['include=', 'include=,']) {
    equal((await send(`GET /api/notes/1?${query}`)).headers.get('ETag'), tag, query);
    equal((await send(`GET /api/notes/1?${query}`, { headers: { 'If-None-Match': tag } })).status, 304, query);
    equal((await send(`GET /api/notes?${query}`)).headers.has('ETag'), true, query);
  }
});

const stored = { id: 1, text: 'Before', version: 1, changed: '2026-01-02T03:04:05Z' };
const mutable = (): HostConfig => ({ resources: [notes({ provide: { get: () => stored, list: () => [stored] } })] });

testTransports('an item that the application changes in place gets a new tag', mutable, async (send) => {
  stored.text = 'Before';
  const [tag, pageTag] = [await getTag(send, 'GET /api/notes/1'), await getTag(send, 'GET /api/notes')];
  equal(await getTag(send, 'GET /api/notes/1'), tag);
  stored.text = 'Behind';
  notEqual(await getTag(send, 'GET /api/notes/1'), tag);
  notEqual(await getTag(send, 'GET /api/notes'), pageTag);
  equal((await send('GET /api/notes/1', { headers: { 'If-None-Match': tag } })).status, 200);
  stored.text = 'Before';
  equal((await send('GET /api/notes/1', { headers: { 'If-None-Match': tag } })).status, 304);
});

testTransports('a page has an entity tag', getHost(), async (send) => {
  const tag = await getTag(send, 'GET /api/notes');
  equal((await send('GET /api/notes', { headers: { 'If-None-Match': tag } })).status, 304);
  notEqual(await getTag(send, 'GET /api/notes?page=2'), tag);
  notEqual(await getTag(send, 'GET /api/notes?fields=text'), tag);
  await send('DELETE /api/notes/2');
  notEqual(await getTag(send, 'GET /api/notes'), tag, 'the page has the same items, but no next page');
});

testTransports('selected fields change the variant of a tag and keep its state', getHost(), async (send) => {
  const fullTag = await getTag(send, 'GET /api/notes/1');
  const part = await getTag(send, 'GET /api/notes/1?fields=text');
  notEqual(fullTag, part);
  equal(fullTag.split('-json')[0], part.split('-json')[0]);
  equal((await send('GET /api/notes/1', { headers: { 'If-None-Match': part } })).status, 200);
  equal((await send('PATCH /api/notes/1', withHeaders(PATCH, { 'If-Match': part }))).status, 200);
});

testTransports('the response to a change has the tag of a GET response', getHost(), async (send) => {
  const patched = await send('PATCH /api/notes/1', PATCH);
  equal(patched.headers.get('ETag'), await getTag(send, 'GET /api/notes/1'));
  const replaced = await send('PUT /api/notes/1', PUT);
  equal(replaced.headers.get('ETag'), await getTag(send, 'GET /api/notes/1'));
  const created = await send('POST /api/notes', PUT);
  equal(created.headers.get('ETag'), await getTag(send, `GET ${created.headers.get('Location')}`));
});

testTransports('a change with an outdated If-Match is a 412', getHost(), async (send) => {
  const tag = await getTag(send, 'GET /api/notes/1');
  equal((await send('PATCH /api/notes/1', withHeaders(PATCH, { 'If-Match': tag }))).status, 200);
  for (const [line, sent] of [
    ['PATCH /api/notes/1', PATCH],
    ['PUT /api/notes/1', PUT],
  ] as const) {
    const late = await send(line, withHeaders(sent, { 'If-Match': tag }));
    equal(late.status, 412);
    equal(((await late.json()) as { type: string }).type, '/problems/precondition-failed');
  }
  equal((await send('DELETE /api/notes/1', { headers: { 'If-Match': tag } })).status, 412);
  equal((await send('GET /api/notes/1', { headers: { 'If-Match': tag } })).status, 412);
  equal((await send('DELETE /api/notes/1', { headers: { 'If-Match': '*' } })).status, 204);
});

testTransports('If-Match compares strongly, and malformed tags match nothing', getHost(), async (send) => {
  const tag = await getTag(send, 'GET /api/notes/1');
  for (const sent of [`W/${tag}`, tag.slice(1, -1), '', '"', '"-json"', '"json"', '""'])
    equal((await send('PATCH /api/notes/1', withHeaders(PATCH, { 'If-Match': sent }))).status, 412, sent);
});

testTransports('preconditions are not evaluated for missing items and invalid queries', getHost(), async (send) => {
  equal((await send('GET /api/notes/9', { headers: { 'If-Match': '"x"' } })).status, 404);
  equal((await send('GET /api/notes/1?x=1', { headers: { 'If-None-Match': '*' } })).status, 400);
  const text = { 'Content-Type': 'text/plain', 'If-Match': '"x"' };
  equal((await send('PATCH /api/notes/1', { ...PUT, headers: text })).status, 415);
});

const dated = getHost({ cache: { lastModified: 'changed' } });
testTransports('dates are compared in whole seconds and only without entity tags', dated, async (send) => {
  const { headers } = await send('GET /api/notes/1');
  const lastModified = headers.get('Last-Modified')!;
  equal(lastModified, 'Fri, 02 Jan 2026 03:04:05 GMT');
  const get = async (sent: Record<string, string>) => (await send('GET /api/notes/1', { headers: sent })).status;
  equal(await get({ 'If-Modified-Since': lastModified }), 304);
  equal(await get({ 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT' }), 200);
  equal(await get({ 'If-Modified-Since': 'yesterday' }), 200);
  equal(await get({ 'If-Modified-Since': lastModified, 'If-None-Match': '"x"' }), 200);
  equal(await get({ 'If-Unmodified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT' }), 412);
  equal(await get({ 'If-Unmodified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT', 'If-Match': headers.get('ETag')! }), 200);
  equal(await get({ 'If-Unmodified-Since': lastModified, 'If-None-Match': headers.get('ETag')! }), 304);
});

const undated = getHost({ cache: { etag: false } });
testTransports(
  'items without a tag and a time have no validators, and date preconditions are ignored',
  undated,
  async (send) => {
    const { headers } = await send('GET /api/notes/1');
    equal(headers.get('ETag'), null);
    equal(headers.get('Last-Modified'), null);
    // A list has no modification date (RFC 9110 §13.1.4).
    const since = { 'If-Unmodified-Since': 'Fri, 02 Jan 1970 00:00:00 GMT' };
    equal((await send('PATCH /api/notes/1', withHeaders(PATCH, since))).status, 200);
    equal((await send('PATCH /api/notes/1', withHeaders(PATCH, { 'If-Match': '"x-json"' }))).status, 412);
    const timed = getHost({ cache: { etag: false, lastModified: 'changed' } });
    const answer = await createCheckedHost(timed()).send('GET /api/notes/1', {
      headers: { 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:05 GMT' },
    });
    equal(answer.status, 304);
    equal(answer.headers.get('Last-Modified'), 'Fri, 02 Jan 2026 03:04:05 GMT');
  },
);

testTransports(
  'a version field is the state of the entity tag',
  getHost({ cache: { etag: 'version' } }),
  async (send) => {
    equal(await getTag(send, 'GET /api/notes/1'), '"1-json"');
    const patched = await send('PATCH /api/notes/1', withHeaders(PATCH, { 'If-Match': '"1-jsonld"' }));
    equal(patched.headers.get('ETag'), '"2-json"');
    equal((await send('PATCH /api/notes/1', withHeaders(PATCH, { 'If-Match': '"1-json"' }))).status, 412);
  },
);

testTransports(
  'a change without a precondition is a 428 where preconditions are required',
  getHost({ concurrency: 'required' }),
  async (send) => {
    for (const [line, sent] of [
      ['PATCH /api/notes/1', PATCH],
      ['PUT /api/notes/1', PUT],
      ['DELETE /api/notes/1', {}],
    ] as const) {
      const answer = await send(line, sent);
      equal(answer.status, 428);
      match(((await answer.json()) as { detail: string }).detail, /send If-Match with its ETag/);
    }
    const tag = await getTag(send, 'GET /api/notes/1');
    equal((await send('PATCH /api/notes/1', withHeaders(PATCH, { 'If-Match': tag }))).status, 200);
    equal((await send('POST /api/notes', PUT)).status, 201);
  },
);

testTransports(
  'PUT with If-None-Match: * creates an item only if it does not exist',
  getHost({ allowCreate: true }),
  async (send) => {
    const put = async (id: number, headers: Record<string, string>) =>
      (await send(`PUT /api/notes/${id}`, withHeaders(PUT, headers))).status;
    equal(await put(1, { 'If-None-Match': '*' }), 412);
    equal(await put(7, { 'If-Match': '*' }), 412);
    equal(await put(7, { 'If-None-Match': '*' }), 201);
    equal(await put(7, { 'If-None-Match': '*' }), 412);
  },
);

testTransports(
  'Cache-Control is that of the operation, else of the resource, and errors and changes are not cached',
  getHost({
    cache: { public: true, maxAge: 60_000, sharedMaxAge: '1 h', vary: ['Origin'] },
    operations: { list: { cache: { maxAge: '5 s' } } },
  }),
  async (send) => {
    const cacheControl = async (line: string, sent = {}) => (await send(line, sent)).headers.get('Cache-Control');
    equal(await cacheControl('GET /api/notes/1'), 'max-age=60, public, s-maxage=3600');
    equal(await cacheControl('GET /api/notes'), 'max-age=5, public, s-maxage=3600');
    equal(await cacheControl('GET /api/notes/9'), 'no-cache, private');
    equal(await cacheControl('PATCH /api/notes/1', PATCH), 'no-cache, private');
    equal((await send('GET /api/notes/1')).headers.get('Vary'), 'Accept, Origin');
    equal((await send('GET /api/notes/9')).headers.get('Vary'), 'Accept, Origin');
  },
);

test('a compressed response has a strong tag with its coding, and both tags are accepted', async () => {
  const long = notes({ provide: { get: () => ({ ...NOTE, text: 'long '.repeat(1000) }), list: () => [] } });
  const host = defineHost({ resources: [long], log: { level: 'none' } });
  const send = (headers: Record<string, string>, init: RequestInit = {}) =>
    host.fetch(new Request('http://localhost/api/notes/1', { ...init, headers }));
  const coded = await send({ 'Accept-Encoding': 'gzip' });
  const tag = coded.headers.get('ETag')!;
  equal(coded.headers.get('Content-Encoding'), 'gzip');
  match(tag, /^"[\w-]{16}-json\+gzip"$/);
  const again = await send({ 'Accept-Encoding': 'gzip', 'If-None-Match': tag });
  equal(again.status, 304);
  equal(again.headers.get('ETag'), tag);
  const changed = await send(
    { 'Content-Type': 'application/merge-patch+json', 'If-Match': tag },
    { method: 'PATCH', body: '{"text":"short"}' },
  );
  equal(changed.status, 200);
});

const NOTE = { id: 1, text: '', version: 1, changed: '2026-01-02T03:04:05Z' };

test('one of two concurrent changes with the same tag succeeds, even with slow bodies', async () => {
  const { send } = createCheckedHost(getHost()());
  const tag = (await send('GET /api/notes/1')).headers.get('ETag')!;
  const slow = () =>
    send('PATCH /api/notes/1', {
      ...withHeaders(PATCH, { 'If-Match': tag }),
      body: new ReadableStream({
        async start(controller) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          controller.enqueue(new TextEncoder().encode('{"text":"New"}'));
          controller.close();
        },
      }),
      duplex: 'half',
    });
  const statuses = (await Promise.all([slow(), slow(), slow()])).map(({ status }) => status);
  deepEqual(
    statuses.toSorted((one, other) => one - other),
    [200, 412, 412],
  );
});

test('hidden fields change the variant of a tag, and the tag does not reveal their values', async () => {
  const Account = z.object({ id: z.number(), name: z.string(), pin: z.string(), secret: z.string() });
  const hostWith = (pin: string, secret: string, tagSecret?: string) =>
    createCheckedHost({
      ...(tagSecret === undefined ? {} : { secret: tagSecret.padEnd(32, '.') }),
      resources: [
        resource('accounts', Account, {
          id: 'id',
          fields: { pin: ({ headers }) => headers.get('x-admin') === '1', secret: 'never' },
          provide: { get: () => ({ id: 1, name: 'Ada', pin, secret }) },
        }),
      ],
    }).send;
  const tagFor = (send: Send, headers = {}) => getTag(send, 'GET /api/accounts/1', headers);
  const one = hostWith('1111', 'x', 'key');
  const [plain, admin] = [await tagFor(one), await tagFor(one, { 'x-admin': '1' })];
  notEqual(plain, admin);
  equal(plain.slice(0, 17), admin.slice(0, 17), 'both contain the state for If-Match');
  equal(await tagFor(hostWith('1111', 'y', 'key')), plain, 'fields that no user can read do not change the tag');
  notEqual(await tagFor(hostWith('2222', 'x', 'key')), plain);
  notEqual(await tagFor(hostWith('1111', 'x', 'other')), plain, 'pins cannot be guessed without the key');
});

test('invalid cache options are configuration errors', () => {
  const listPlaces = (options: object): string[] => {
    try {
      defineHost({ resources: [notes(options)] });
      return [];
    } catch (error) {
      return (error as HostConfigError).issues.map(({ place }) => place.split('"notes".')[1]!).toSorted();
    }
  };
  deepEqual(
    listPlaces({
      cache: { maxAge: -1, vary: ['a b'] },
      deprecated: { since: '2026-02-30', sunset: 'soon' },
      webLinks: [{ href: '/a b', rel: 'license' }],
      operations: { get: { deprecated: { since: '2026-05-01', sunset: '2026-04-01' } } },
    }),
    [
      'cache.maxAge',
      'cache.vary[0]',
      'deprecated.since',
      'deprecated.sunset',
      'operations.get.deprecated.sunset',
      'webLinks[0]',
    ],
  );
  deepEqual(
    listPlaces({
      cache: { etag: 'revision' },
      fields: { text: () => true },
      operations: { get: { cache: { public: true } } },
    }),
    ['cache.etag', 'operations.get.cache.public'],
  );
});

testTransports(
  'If-None-Match: * for a streamed list without a tag is a 304',
  () => ({ ...getHost()(), api: { formats: ['ndjson'] } }),
  async (send) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await send(`${method} /api/notes`, { headers: { 'If-None-Match': '*' } });
      equal(response.status, 304);
      equal(response.headers.get('ETag'), null);
    }
  },
);

const MERGE_LIST = { headers: { 'Content-Type': 'application/json' }, body: '[{"id":1,"text":"New"}]' };

testTransports(
  'POST to a list and bulk PATCH with an entity tag are a 412, because a list has no tag for changes',
  getHost({ bulk: { max: 5, atomic: false } }),
  async (send) => {
    const tag = await getTag(send, 'GET /api/notes');
    for (const [line, sent] of [
      ['POST /api/notes', PUT],
      ['PATCH /api/notes', MERGE_LIST],
    ] as const) {
      for (const [header, value] of [
        ['If-Match', tag],
        ['If-Match', '"x", W/"y"'],
        ['If-Match', 'malformed'],
        ['If-None-Match', tag],
        ['If-None-Match', '"x"'],
      ] as const) {
        const answer = await send(line, withHeaders(sent, { [header]: value }));
        equal(answer.status, 412, `${line} ${header}: ${value}`);
        const { type, detail } = (await answer.json()) as { type: string; detail: string };
        equal(type, '/problems/precondition-failed');
        equal(detail, `A change of a list cannot depend on entity tags; omit ${header}`);
      }
      equal((await send(line, withHeaders(sent, { 'If-None-Match': '*' }))).status, 412);
      equal((await send('GET /api/notes/3')).status, 404);
    }
    equal(((await (await send('GET /api/notes/1')).json()) as NoteItem).text, 'Note 1');
    equal((await send('PATCH /api/notes', withHeaders(MERGE_LIST, { 'If-Match': '*' }))).status, 207);
    // A list has no modification date (RFC 9110 §13.1.4).
    const since = { 'If-Match': '*', 'If-Unmodified-Since': 'Fri, 02 Jan 1970 03:04:04 GMT' };
    equal((await send('POST /api/notes', withHeaders(PUT, since))).status, 201);
  },
);

test('a path that only accepts POST has no representation that a precondition could match', async () => {
  const { send } = createCheckedHost({
    resources: [notes({ provide: undefined, process: { create: () => ({ ...long, text: 'New' }) } })],
  });
  equal((await send('POST /api/notes', withHeaders(PUT, { 'If-Match': '*' }))).status, 412);
  equal((await send('POST /api/notes', withHeaders(PUT, { 'If-Match': '"x"' }))).status, 412);
  equal((await send('POST /api/notes', withHeaders(PUT, { 'If-None-Match': '*' }))).status, 201);
  equal((await send('POST /api/notes', withHeaders(PUT, { 'If-None-Match': '"x"' }))).status, 201);
});

test("bulk PATCH needs If-Match: * if concurrency is 'required'", async () => {
  const { send } = createCheckedHost(getHost({ concurrency: 'required', bulk: { max: 5, atomic: false } })());
  equal((await send('PATCH /api/notes', MERGE_LIST)).status, 428);
  equal((await send('PATCH /api/notes', withHeaders(MERGE_LIST, { 'If-Match': '"x"' }))).status, 412);
  equal((await send('PATCH /api/notes', withHeaders(MERGE_LIST, { 'If-Match': '*' }))).status, 207);
});

testTransports(
  'a custom operation that reads an item has no entity tag, so that of the item gets no 304',
  getHost({
    custom: {
      report: {
        line: 'GET /{id}/report',
        output: z.object({ report: z.string() }),
        handle: () => ({ report: 'whole' }),
      },
    },
  }),
  async (send) => {
    const tag = await getTag(send, 'GET /api/notes/1');
    const { status, headers } = await send('GET /api/notes/1/report', { headers: { 'If-None-Match': tag } });
    deepEqual([status, headers.get('ETag')], [200, null]);
  },
);

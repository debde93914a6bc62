import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListenerCall } from '../../../core/trace/trace.ts';
import type { Span } from '../../../core/trace/span.ts';
import type { RecordedBody, RecordedLog, RecordedRequest, RecordedResponse } from '../../profile.ts';
import { pack } from './pack.ts';
import { PackedTexts } from './packed-texts.ts';
import type { ProfileWriter } from './profile-writer.ts';
import { textsIdOf, unpack } from './unpack.ts';

// Does not compile when a part of a profile gets a member that packing would forget.
type Forgotten = [
  Exclude<keyof RecordedLog, 'at' | 'level' | 'channel' | 'message' | 'context' | 'route'>,
  Exclude<keyof Span, 'id' | 'parent' | 'kind' | 'name' | 'start' | 'duration' | 'error' | 'details'>,
  Exclude<
    keyof ListenerCall,
    'event' | 'listener' | 'priority' | 'outcome' | 'start' | 'duration' | 'changes' | 'stoppedBy'
  >,
  Exclude<keyof RecordedBody, 'type' | 'encoding' | 'content' | 'size' | 'kept' | 'digest' | 'redacted'>,
  Exclude<keyof RecordedResponse, 'status' | 'reason' | 'headers' | 'body' | 'firstByte' | 'lastByte' | 'aborted'>,
  Exclude<
    keyof RecordedRequest,
    ('method' | 'url' | 'version' | 'headers' | 'query') | ('cookies' | 'params' | 'attributes' | 'body' | 'handler')
  >,
];
const FORGOTTEN: Forgotten[number][] = [];
FORGOTTEN satisfies never[];

const word = fc.oneof(
  fc.constantFrom('', 'GET', 'kernel.request', 'select 1', 'Grüße', '漢字', '𝒳'.repeat(40), 'x'.repeat(3_000)),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);
const maybe = fc.option(word, { nil: undefined });
const number = fc.oneof(
  fc.nat(10_000_000).map((n) => n / 1000),
  fc.constantFrom(0, -1, 200, 1_763_000_000_000, -0.001, 2 ** 40, 2 ** 53, 1e300, 0.1 + 0.2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const lines = fc.array(fc.tuple(word, word), { maxLength: 4 });
const plain = fc.jsonValue({ maxDepth: 3 });
const members = fc.dictionary(fc.oneof(fc.constant('__proto__'), word), plain, { maxKeys: 4 });
const body = fc.option(
  fc.record({
    ...{ type: word, encoding: fc.constantFrom('text', 'base64'), content: word, size: fc.nat(), kept: fc.nat() },
    ...{ digest: maybe, redacted: fc.boolean() },
  }),
  { nil: undefined },
);
const CANDIDATES = [20, 0].map((length) =>
  Array.from({ length }, (_, at) => ({
    ...{ route: `route_${at}`, path: `/way${at}/{id}`, level: 'no', reason: 'Path does not match' },
  })),
);
const datas = fc.record({
  request: fc.record({
    ...{ method: word, url: word, version: word, headers: lines, query: lines, cookies: lines },
    ...{ params: members, attributes: members, body, handler: maybe },
  }),
  response: fc.record({
    firstByte: fc.option(number, { nil: undefined }),
    status: number,
    reason: word,
    headers: lines,
    body,
    lastByte: number,
    aborted: fc.boolean(),
  }),
  exception: fc.option(plain, { nil: undefined }),
  logs: fc.array(fc.record({ at: number, level: word, channel: word, message: word, context: word, route: maybe }), {
    maxLength: 4,
  }),
  pipeline: fc.array(
    fc.record({
      ...{ event: word, listener: word, priority: number, start: number, duration: number, stoppedBy: maybe },
      outcome: fc.constantFrom('called', 'skipped', 'not-reached', 'threw'),
      changes: fc.option(fc.array(word, { maxLength: 3 }), { nil: undefined }),
    }),
    { maxLength: 4 },
  ),
  routing: fc.oneof(
    fc.record({ path: word, method: word, outcome: word, candidates: fc.constantFrom(...CANDIDATES) }),
    fc.option(members, { nil: undefined }),
  ),
  decisions: fc.array(fc.record({ subject: word, outcome: word, because: word }), { maxLength: 3 }),
  spans: fc.oneof(
    fc.array(
      fc.record({
        ...{ id: fc.nat(), parent: fc.nat(), kind: word, name: word, start: number, duration: number, error: maybe },
        details: fc.option(members, { nil: undefined }),
      }),
      { maxLength: 4 },
    ),
    fc.constant({ failed: 'Collector "spans" failed: no' }),
  ),
  findings: fc.array(members, { maxLength: 2 }),
  config: members,
  panels: members,
  dropped: members,
  somethingNew: fc.option(plain, { nil: undefined }),
});

const PARTS_OF_DATA: ('request' | 'response' | 'logs' | 'pipeline' | 'spans' | 'config')[] = [
  ...(['request', 'response', 'logs', 'pipeline', 'spans', 'config'] as const),
];

test('what was packed comes back as JSON would give it back, whatever it is and whatever was packed before', () => {
  const texts = new PackedTexts();
  const earlier: { data: unknown; bytes: Uint8Array }[] = [];
  fc.assert(
    fc.property(datas, fc.constantFrom('a', 'b'), (data, route) => {
      const bytes = pack(data as never, texts, ['config'], route);
      assert.equal(textsIdOf(bytes), texts.id);
      assert.deepEqual(unpack(bytes, texts.list), JSON.parse(JSON.stringify(data)));
      earlier.push({ data, bytes });
    }),
    { numRuns: 400 },
  );
  // The list of texts has grown since; what stood there stands there still.
  for (const { data, bytes } of earlier) assert.deepEqual(unpack(bytes, texts.list), JSON.parse(JSON.stringify(data)));
  assert.ok(texts.list.length > 2);
});

test('what is the same in many profiles is kept once', () => {
  const texts = new PackedTexts();
  const config = { mode: 'development', text: 'y'.repeat(5_000) };
  const sql = `select ${'"column", '.repeat(50)} 1`;
  const spans = Array.from({ length: 20 }, (_, i) => ({
    ...{ id: i + 1, parent: 0, kind: 'db', name: 'select', start: i, duration: 0.5, details: { sql } },
  }));
  const sizes = Array.from({ length: 4 }, () => pack({ spans, config } as never, texts, ['config']).length);
  assert.ok(sizes[0]! > 5_000);
  assert.ok(sizes[3]! < 500, `${sizes[3]} bytes`);
});

test('profiles that are mostly alike come back whole, whatever of them differs from the form they have in common', () => {
  const change = fc.record({ to: datas, parts: fc.subarray(PARTS_OF_DATA), times: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(datas, fc.array(change, { minLength: 1, maxLength: 8 }), (usual, changes) => {
      const texts = new PackedTexts();
      for (const { to, parts, times } of changes)
        for (let i = 0; i < times; i++) {
          const data = { ...usual, ...Object.fromEntries(parts.map((part) => [part, to[part]])) };
          assert.deepEqual(unpack(pack(data as never, texts), texts.list), JSON.parse(JSON.stringify(data)));
          const again = pack(usual as never, texts);
          assert.deepEqual(unpack(again, texts.list), JSON.parse(JSON.stringify(usual)));
        }
    }),
    { numRuns: 60 },
  );
});

test('of a profile like those before only what differs is kept, and what differs each time is no longer noted', () => {
  const texts = new PackedTexts();
  const sized = (content: string, start: number, route = 'books'): number => {
    const span = { id: 1, parent: 0, kind: 'user', name: 'price', start, duration: 0.002 } as const;
    const response = { status: 200, reason: 'OK', headers: [['Vary', 'Accept']], body: bodyOf(content) } as const;
    const data = { response: { ...response, lastByte: 1, aborted: false }, spans: [span], config: CONFIG };
    const bytes = pack(data, texts, [], route);
    assert.deepEqual(unpack(bytes, texts.list), JSON.parse(JSON.stringify(data)));
    return bytes.length;
  };
  const [one, other] = ['x'.repeat(4_000), 'y'.repeat(4_000)];
  for (let i = 0; i < 4; i++) assert.ok(sized(one, i) > (i < 2 ? 4_000 : 0));
  const least = sized(one, 5);
  assert.ok(least < 20, `${least} bytes`);
  assert.equal(sized(one, 6), least);
  assert.ok(sized(other, 7) > 4_000);
  assert.equal(sized(one, 8), least, 'another between them changes nothing');
  assert.ok(sized(one, 1, 'authors') > 4_000, 'each route has a form of its own');
  for (let i = 0; i < 30; i++) sized(String(i).padStart(4), i);
  const varied = sized('last', 9);
  assert.ok(varied < least + 12, `${varied} bytes`);
});

test('a text that is too long, or held a secret, stands in no form', () => {
  const texts = new PackedTexts();
  const long = 'z'.repeat(10_000);
  const response = { status: 200, reason: 'OK', headers: [], body: bodyOf(long), lastByte: 1, aborted: false };
  for (let i = 0; i < 6; i++) assert.ok(pack({ response }, texts).length > 10_000);
  const hide = (text: string): string => text.replace('hunter2', '•••');
  const straight = {
    decisions: (to: ProfileWriter) => (to.word('hunter2 was here', hide), to.word('all is well', hide)),
  };
  for (let i = 0; i < 6; i++) pack({}, texts, [], '', straight);
  assert.ok(texts.list.some((text) => text.includes('all is well')));
  assert.ok(!texts.list.some((text) => text.includes('hunter2') || text.includes(long)));
});

const CONFIG = { mode: 'development', text: 'y'.repeat(500) };

function bodyOf(content: string, length = content.length): RecordedBody {
  return {
    type: 'text/plain',
    encoding: 'text',
    content,
    size: length,
    kept: length,
    digest: undefined,
    redacted: false,
  };
}

test('a damaged profile is refused with a RangeError', () => {
  const texts = new PackedTexts();
  const spans = [{ id: 1, parent: 0, kind: 'db', name: 'n'.repeat(100), start: 1, duration: 2, details: { a: [1] } }];
  const routing = { path: '/', method: 'GET', outcome: 'home', candidates: [{ route: 'home' }] };
  for (let i = 0; i < 3; i++) pack({ spans, routing } as never, texts);
  // Another object that is equal: its text stands in this profile alone.
  const bytes = pack({ spans, routing: { ...routing, candidates: [{ route: 'home' }] } } as never, texts);
  for (let length = 0; length < bytes.length - 1; length++)
    assert.throws(() => unpack(bytes.subarray(0, length), texts.list), RangeError, `${length} bytes`);
  assert.throws(() => unpack(bytes, []), /no shared text/);
  const formed = Array.from({ length: 6 }, () => pack({ spans } as never, texts, [], 'home')).at(-1)!;
  const nothing = texts.list.map(() => 'null');
  assert.throws(() => unpack(formed, nothing), /A form is no list/);
  for (let at = 7; at < bytes.length; at++) {
    const changed = Uint8Array.from(bytes);
    changed[at] = 0xff;
    try {
      unpack(changed, texts.list);
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
    }
  }
});

test('parts that came to be known later are kept, and what was packed before them is still read', () => {
  const operation = { name: 'books.list' };
  const client = { ip: '::1' };
  const data = { request: undefined, operation, run: { ignored: ['x'] }, client, more: 1 } as never;
  const texts = new PackedTexts();
  for (let round = 0; round < 3; round++) {
    const bytes = pack(data, texts, ['operation', 'client']);
    assert.deepEqual(unpack(bytes, texts.list), { operation, run: { ignored: ['x'] }, client, more: 1 });
  }
});

test('what was packed by earlier versions is still read', () => {
  const second = Buffer.from(
    '02996d16e296fb02064745540506312e31010107010870616765023200070104696405023707000209010e4772c3bcc39f65b16db16d00010b0281b518044f4b0108566172790100c51300000201e90708696e666f066170700d0f010a626f6f6b73020101111381f403c90191030115000201170a626f6f6b7319020102d10f0104646203d904c90107020673716c050308726f777304d10f010600030d010700010700000000',
    'hex',
  );
  const texts = [
    ...['Accept', 'select 1', '/books?page=2', 'application/json', 'text/plain', 'routes.ts:4', 'An order came in'],
    ...[
      '{"shop":7}',
      'kernel.request',
      'router',
      'route books',
      'routing',
      'its path matches',
      '{"mode":"development"}',
    ],
  ];
  const data = {
    request: {
      ...{ method: 'GET', url: '/books?page=2', version: '1.1', headers: [['Accept', 'application/json']] },
      ...{ query: [['page', '2']], cookies: [], params: { id: '7' }, attributes: {}, handler: 'routes.ts:4' },
      body: bodyOf('Grüße', 7),
    },
    response: { status: 200, reason: 'OK', headers: [['Vary', 'Accept']], lastByte: 1.25, aborted: false },
    logs: [
      { at: 0.5, level: 'info', channel: 'app', message: 'An order came in', context: '{"shop":7}', route: 'books' },
    ],
    pipeline: [
      {
        ...{ event: 'kernel.request', listener: 'router', priority: 32, outcome: 'called', start: 0.1, duration: 0.2 },
        changes: ['route books'],
      },
    ],
    decisions: [{ subject: 'routing', outcome: 'books', because: 'its path matches' }],
    spans: [
      {
        ...{ id: 1, parent: 0, kind: 'db', name: 'select 1', start: 0.3, duration: 0.1 },
        details: { sql: 'select 1', rows: 1 },
      },
    ],
    findings: [],
    config: { mode: 'development' },
    panels: {},
    dropped: {},
  };
  assert.deepEqual(unpack(second, texts), JSON.parse(JSON.stringify(data)));
  // Two bytes say that neither of the later parts is there; the first version had none of them.
  const first = second.subarray(0, -2);
  assert.throws(() => unpack(first, texts), RangeError);
  first[0] = 1;
  assert.deepEqual(unpack(first, texts), JSON.parse(JSON.stringify(data)));
  assert.throws(() => unpack(Uint8Array.of(9, ...first.subarray(1)), texts), /in the way 9/);
  const third = Buffer.from('03128b9f9ed8910008914e07', 'hex');
  const candidates = [{ route: 'books', path: '/books/{id}', level: 'yes', reason: 'Route matches!' }];
  const routing = { path: '/books/7', method: 'GET', outcome: 'books', candidates };
  const forms = [
    ...['An order came in', '["info","app","An order came in","",1,"books"]', JSON.stringify(routing), 'routing'],
    ...['its path matches', '{"mode":"development"}', '["routing","books","its path matches"]'],
    '[0,0,0,2,1,2,0,3,2,2,1,null,0,1,6,0,3,5,1,7,0,1,7,0,0,0,0,0]',
  ];
  assert.deepEqual(unpack(third, forms), {
    ...{ decisions: data.decisions, findings: [], config: data.config, panels: {}, dropped: {}, routing },
    logs: [{ at: 5, level: 'info', channel: 'app', message: 'An order came in', context: '', route: 'books' }],
  });
});

test('candidates that requests have between them are kept once, whatever their paths are', () => {
  const texts = new PackedTexts();
  const [candidates] = CANDIDATES;
  const sizes = Array.from({ length: 20 }, (_, at) => {
    const routing = { path: `/books/${at + 10}`, method: 'GET', outcome: 'books', candidates };
    const bytes = pack({ routing } as never, texts, [], 'books');
    assert.deepEqual(unpack(bytes, texts.list), { routing });
    return bytes.length;
  });
  assert.ok(sizes[0]! > 1_000 && sizes.at(-1)! < 30, sizes.join(' '));
  assert.equal(texts.list.filter((text) => text.includes('Path does not match')).length, 1);
});

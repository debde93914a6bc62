import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListenerCall, Span } from '../../trace/index.ts';
import type { RecordedBody, RecordedLog, RecordedRequest, RecordedResponse } from '../profile.ts';
import { pack } from './pack.ts';
import { PackedTexts } from './packed-texts.ts';
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
  routing: fc.option(members, { nil: undefined }),
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

test('a body that comes again right after is kept once, however it came between, and one too long is written each time', () => {
  const texts = new PackedTexts();
  const sized = (content: string, route = 'books'): number => {
    const data = {
      response: { status: 200, reason: 'OK', headers: [], body: bodyOf(content), lastByte: 1, aborted: false },
    };
    const bytes = pack(data, texts, [], route);
    assert.deepEqual(unpack(bytes, texts.list), JSON.parse(JSON.stringify(data)));
    return bytes.length;
  };
  const [one, other, long] = ['x'.repeat(1_000), 'y'.repeat(1_000), 'z'.repeat(10_000)];
  assert.ok(sized(one) > 1_000);
  assert.ok(sized(one) < 100 && sized(one) < 100);
  assert.ok(sized(other) > 1_000);
  assert.ok(sized(one) > 1_000, 'another came between');
  assert.ok(sized(one) < 100);
  assert.ok(sized(one, 'authors') > 1_000, 'each route has bodies of its own');
  assert.deepEqual(
    [one, other].map((text) => texts.list.filter((each) => each === text).length),
    [1, 0],
  );
  for (let i = 0; i < 3; i++) assert.ok(sized(long) > 10_000);
});

function bodyOf(content: string): RecordedBody {
  const { length } = content;
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
  for (let i = 0; i < 3; i++) pack({ spans } as never, texts);
  const bytes = pack({ spans } as never, texts);
  for (let length = 0; length < bytes.length - 1; length++)
    assert.throws(() => unpack(bytes.subarray(0, length), texts.list), RangeError, `${length} bytes`);
  assert.throws(() => unpack(bytes, []), /no shared text/);
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
  const data = { request: undefined, operation, run: { ignored: ['x'] }, more: 1 } as never;
  const texts = new PackedTexts();
  for (let round = 0; round < 3; round++) {
    const bytes = pack(data, texts, ['operation']);
    assert.deepEqual(unpack(bytes, texts.list), { operation, run: { ignored: ['x'] }, more: 1 });
  }
  // Two bytes say that neither is there; the first version had none of them.
  const before = pack({ config: {} }, texts).subarray(0, -2);
  assert.throws(() => unpack(before, texts.list), RangeError);
  before[0] = 1;
  assert.deepEqual(unpack(before, texts.list), { config: {} });
});

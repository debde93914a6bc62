import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListenerCall, Span } from '../../../../../core/src/trace/trace.ts';
import type {
  ProfileData,
  RecordedBody,
  RecordedLog,
  RecordedRequest,
  RecordedResponse,
} from '../../../profile/profile.ts';
import { decodeProfile, encodeProfile, getTextsId } from './profile-codec.ts';
import { SharedTexts } from './shared-texts.ts';

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
  Array.from({ length }, (_, index) => ({
    ...{ route: `route_${index}`, path: `/way${index}/{id}`, level: 'no', reason: 'Path does not match' },
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

test('decodes what was encoded as JSON would return it, also after the list of shared texts has grown', () => {
  const texts = new SharedTexts();
  const earlier: { data: unknown; bytes: Uint8Array }[] = [];
  fc.assert(
    fc.property(datas, (data) => {
      const bytes = encode(data, texts);
      assert.equal(getTextsId(bytes), texts.id);
      assert.deepEqual(decodeProfile(bytes, texts.list), JSON.parse(JSON.stringify(data)));
      earlier.push({ data, bytes });
    }),
    { numRuns: 400 },
  );
  for (const { data, bytes } of earlier)
    assert.deepEqual(decodeProfile(bytes, texts.list), JSON.parse(JSON.stringify(data)));
  assert.ok(texts.list.length > 2);
});

test('stores a text and an object that many profiles contain only once', () => {
  const texts = new SharedTexts();
  const config = { mode: 'development', text: 'y'.repeat(5_000) };
  const sql = `select ${'"column", '.repeat(50)} 1`;
  const spans = Array.from({ length: 20 }, (_, i) => ({
    ...{ id: i + 1, parent: 0, kind: 'db', name: 'select', start: i, duration: 0.5, details: { sql } },
  }));
  const sizes = Array.from({ length: 4 }, () => encode({ spans, config }, texts).length);
  assert.ok(sizes[0]! > 5_000);
  assert.ok(sizes[3]! < 500, `${sizes[3]} bytes`);
});

test('stores candidates that requests share only once, whatever their paths are', () => {
  const texts = new SharedTexts();
  const [candidates] = CANDIDATES;
  const sizes = Array.from({ length: 20 }, (_, index) => {
    const routing = { path: `/books/${index + 10}`, method: 'GET', outcome: 'books', candidates };
    const bytes = encode({ routing }, texts);
    assert.deepEqual(decodeProfile(bytes, texts.list), { routing });
    return bytes.length;
  });
  assert.ok(sizes[0]! > 1_000 && sizes.at(-1)! < 60, sizes.join(' '));
  assert.equal(texts.list.filter((text) => text.includes('Path does not match')).length, 1);
});

test('throws a RangeError for damaged bytes', () => {
  const texts = new SharedTexts();
  const spans = [{ id: 1, parent: 0, kind: 'db', name: 'n'.repeat(100), start: 1, duration: 2, details: { a: [1] } }];
  const routing = { path: '/', method: 'GET', outcome: 'home', candidates: [{ route: 'home' }] };
  for (let i = 0; i < 3; i++) encode({ spans, routing }, texts);
  const bytes = encode({ spans, routing: { ...routing, candidates: [{ route: 'home' }] } }, texts);
  for (let length = 0; length < bytes.length - 1; length++)
    assert.throws(() => decodeProfile(bytes.subarray(0, length), texts.list), RangeError, `${length} bytes`);
  assert.throws(() => decodeProfile(bytes, []), /no shared text/);
  assert.throws(() => decodeProfile(Uint8Array.of(5, ...bytes.subarray(1)), texts.list), /version 5/);
  for (let offset = 7; offset < bytes.length; offset++) {
    const changed = Uint8Array.from(bytes);
    changed[offset] = 0xff;
    try {
      decodeProfile(changed, texts.list);
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
    }
  }
});

function encode(data: unknown, texts: SharedTexts): Uint8Array {
  return Uint8Array.from(encodeProfile(data as ProfileData, texts));
}

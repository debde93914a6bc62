import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProfile } from '../../../testing/create-profile.ts';
import type { Profile } from '../../../profile/profile.ts';
import type { Span } from '../../../../../core/src/trace/trace.ts';
import { buildTraceWaterfall } from './trace-rows.ts';

const TRACE = 'a'.repeat(32);

function getProfile(path: string, app: string, time: number, facts: { spans?: Span[]; parent?: string } = {}): Profile {
  const { summary, data } = createProfile(`GET ${path}`, {
    summary: { app, time, duration: 20, traceId: TRACE },
    data: { spans: facts.spans ?? [] },
  });
  const headers = facts.parent === undefined ? [] : [['traceparent', `00-${TRACE}-${facts.parent}-01`] as const];
  return { summary, data: { ...data, request: { ...data.request, headers } } };
}

function call(id: number, start: number, details: Record<string, unknown>): Span {
  return { id, parent: 0, kind: 'http', name: `call ${id}`, start, duration: 10, error: undefined, details };
}

const outline = (profiles: readonly Profile[]): string[] =>
  buildTraceWaterfall(profiles, (token) => `/_profiler/${token}`).rows.map(
    ({ label, depth, start }) => `${' '.repeat(depth)}${label} @${start}`,
  );

test('a request is nested in the call that sent it, over applications', () => {
  const cart = getProfile('/cart', 'shop', 1000, { spans: [call(1, 5, { spanId: 'b'.repeat(16) })] });
  const stock = { ...getProfile('/stock', 'stock', 1006, { parent: 'b'.repeat(16) }) };
  const short: Profile = { ...stock, summary: { ...stock.summary, duration: 4 } };
  assert.deepEqual(outline([cart, short]), [
    'shop · GET /cart · 200 @0',
    ' call 1 @5',
    '  stock · GET /stock · 200 @6',
  ]);
});

test('a request is moved into the time of its call if clocks differ', () => {
  const cart = getProfile('/cart', 'shop', 1000, { spans: [call(1, 5, { spanId: 'b'.repeat(16) })] });
  for (const time of [600, 9000]) {
    const stock = getProfile('/stock', 'stock', time, { parent: 'b'.repeat(16) });
    const { rows } = buildTraceWaterfall([cart, stock], String);
    const [request, outgoing, nested] = rows;
    assert.equal(nested!.start, outgoing!.start);
    assert.equal(request!.depth + 2, nested!.depth);
  }
});

test('a call without a span ID leads to the request by the token of the response', () => {
  const stock = getProfile('/stock', 'stock', 1006);
  const cart = getProfile('/cart', 'shop', 1000, { spans: [call(1, 5, { profile: stock.summary.token })] });
  assert.match(outline([cart, stock])[2]!, /^ {2}stock/);
});

test('every request is shown once, also if recorded calls form a circle', () => {
  const [one, two] = ['1'.repeat(16), '2'.repeat(16)];
  const profiles = [
    getProfile('/a', 'shop', 1000, { spans: [call(1, 0, { spanId: one })], parent: two }),
    getProfile('/b', 'shop', 1001, { spans: [call(1, 0, { spanId: two })], parent: one }),
    getProfile('/c', 'shop', 1002, { parent: '3'.repeat(16) }),
  ];
  const labels = outline(profiles).map((line) => line.trim());
  for (const path of ['/a', '/b', '/c'])
    assert.equal(labels.filter((label) => label.includes(`GET ${path} `)).length, 1, path);
});

test('a profile that another process stored in an unknown format does not hide the others', () => {
  const cart = getProfile('/cart', 'shop', 1000);
  const odd = getProfile('/odd', 'odd', 1001);
  const data = {
    ...odd.data,
    spans: [null, 5, {}, { id: 1, parent: 1, kind: {}, name: 5, start: 'x', duration: {} }],
    request: { headers: [null, 5, [7, 8], ['traceparent', 9]] },
  };
  const profiles = [cart, { ...odd, data } as never];
  assert.deepEqual(outline(profiles).slice(0, 2), ['shop · GET /cart · 200 @0', 'odd · GET /odd · 200 @1']);
  for (const { label, start, duration } of buildTraceWaterfall(profiles, (token) => token).rows)
    assert.deepEqual([typeof label, Number.isFinite(start), Number.isFinite(duration)], ['string', true, true]);
});

test('a received request is nested in the call of its caller, and its own callees in its spans or in itself', () => {
  const [receivedId, sent, published, later] = ['1', '2', '3', '4'].map((digit) => digit.repeat(16)) as [
    string,
    string,
    string,
    string,
  ];
  const cart = getProfile('/cart', 'shop', 1000, { spans: [call(1, 5, { spanId: sent })] });
  const receive = (path: string, time: number, received: { spanId: string; parentId: string }, spans: Span[] = []) => {
    const profile = getProfile(path, 'stock', time, { spans });
    return { ...profile, data: { ...profile.data, received } };
  };
  const send: Span = { ...call(1, 1, { spanId: published }), kind: 'user', name: 'publish' };
  const profiles = [
    cart,
    receive('/stock', 1006, { spanId: receivedId, parentId: sent }, [send]),
    receive('/message', 1007, { spanId: later, parentId: published }),
    getProfile('/direct', 'shop', 1008, { parent: receivedId }),
    receive('/itself', 1009, { spanId: '5'.repeat(16), parentId: '5'.repeat(16) }),
  ];
  assert.deepEqual(
    buildTraceWaterfall(profiles, String).rows.map(({ label, depth }) => `${' '.repeat(depth)}${label}`),
    [
      'shop · GET /cart · 200',
      ' call 1',
      '  stock · GET /stock · 200',
      '   shop · GET /direct · 200',
      '   publish',
      '    stock · GET /message · 200',
      'stock · GET /itself · 200',
    ],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { trappedProxy } from '../../../../../test/lib/trapped-proxy.ts';
import { HttpResponse } from '../../../../core/src/http/response.ts';
import { RouteCollection } from '../../../../host/src/routing/route-collection.ts';
import { createContext } from '../../../../host/src/testing/index.ts';
import { RequestTrace } from '../../../../core/src/trace/trace.ts';
import type { Span } from '../../../../core/src/trace/trace.ts';
import { BodyCapture } from '../body-capture.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import { decodeProfile, encodeProfile } from '../../store/sqlite/codec/profile-codec.ts';
import { SharedTexts } from '../../store/sqlite/codec/shared-texts.ts';
import type { RecordedLog } from '../../profile/profile.ts';
import { createSummary } from '../summary.ts';
import { Redactor } from '../redaction/redactor.ts';
import { decisionsCollector, logsCollector, pipelineCollector, spansCollector } from './trace-collectors.ts';
import { requestCollector } from './request-collector.ts';
import { responseCollector } from './response-collector.ts';
import { routingCollector } from '../../../../host/src/features/profiler/routing-collector.ts';

const SECRET = 'hunter2-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const word = fc.constantFrom(
  ...['', 'a', 'GET', 'select 1', 'Grüße 漢字', 'password=', `password=${SECRET}`, SECRET, 'x'.repeat(3_000)],
  ...[`Bearer ${SECRET}`, `session=${SECRET}; Path=/`, 'application/json', 'a text that occurs many times'],
);
const anyValue = fc.oneof({ arbitrary: word, weight: 9 }, fc.constantFrom(7, undefined, { password: SECRET }, ['y']));
const headerName = fc.constantFrom('Accept', 'Authorization', 'Cookie', 'X-Api-Key', 'User-Agent', 'Referer', 'X-Note');
const details = fc.constantFrom(
  undefined,
  {},
  { sql: 'select * from "users" where "password" = ? and "id" = ?', parameters: [SECRET, 7], rows: 1 },
  { sql: 'select "name" from "users" where "id" = ?', parameters: [7], rows: 1, caller: 'src/users.ts:12' },
  { sql: 'select 1', parameters: [], rows: 1, caller: undefined },
  { sql: 'select 1', parameters: [], rows: 1, caller: `password=${SECRET}` },
  { sql: 'select 1', parameters: [], rows: 1, caller: { password: SECRET } },
  { sql: `update "users" set "password" = '${SECRET}'` },
  { url: `https://ada:${SECRET}@example.org/`, status: 200 },
  { key: 'book 7', hit: false, size: undefined, tags: ['a', null, undefined, 1.5], at: new Date(0) },
  { key: 'book 7', hit: true, size: undefined, tags: ['a', null, undefined, 1.5], nested: { found: -0.25 } },
);
const contexts = fc.oneof(
  fc.constantFrom<unknown>(undefined, {}, { a: 1 }, { token: SECRET }, { text: `password=${SECRET}` }),
  fc.constantFrom<unknown>(
    ...[{ at: new Date(0) }, { big: 10n }, { deep: { a: { b: { c: { d: 1 } } } } }, { card: 4_111_111_111_111_111 }],
    ...[
      { none: NaN, less: -0, of: Infinity },
      { long: 'x'.repeat(9_000) },
      { toJSON: () => 'else' },
      { call: () => 1 },
    ],
    ...[new Proxy({ a: 1 }, {}), Object.create({ inherited: 1 }), Array(3), { list: ['"', "'", '\n', SECRET] }],
    ...[{ ['__proto__']: 1, constructor: 2 }, JSON.parse('{"__proto__":{"token":"x"}}'), new Error('no')],
    Object.defineProperty({ a: 1 }, 'getter', { enumerable: true, get: () => assert.fail('a getter was called') }),
  ),
  fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('password', 'id')), fc.jsonValue({ maxDepth: 4 }), {
    maxKeys: 20,
  }),
);
const requests = fc.record({
  headers: fc.array(fc.tuple(headerName, word), { maxLength: 5 }),
  responseHeaders: fc.array(fc.tuple(headerName, word), { maxLength: 5 }),
  query: fc.constantFrom('', '?a=1', `?token=${SECRET}&b=%20x`),
  body: fc.constantFrom('', '{"a":1}', `{"password":"${SECRET}"}`, 'no json'),
  logs: fc.array(fc.record({ message: anyValue, context: contexts })),
  decisions: fc.array(fc.tuple(anyValue, anyValue, anyValue), { maxLength: 3 }),
  changes: fc.array(fc.option(fc.array(word.map((text) => `response header Set-Cookie: ${text}`)), { nil: undefined })),
  spans: fc.array(fc.record({ name: word, details, error: fc.option(word, { nil: undefined }) }), { maxLength: 5 }),
  blocks: fc.array(fc.constant({ start: 3, duration: 60 }), { maxLength: 1 }),
});

const ROUTES = new RouteCollection([
  { name: 'own', path: '/own' },
  { name: 'other', path: '/other' },
  { name: 'slash', path: '/{any}/' },
]);

test('collectors return data without secrets, equal to what is stored', () => {
  const texts = new SharedTexts();
  const redactor = new Redactor();
  const routing = routingCollector(
    () => ROUTES,
    ({ name }) => name === 'own',
  );
  fc.assert(
    fc.property(requests, (request) => {
      const subject = getSubject(request, redactor);
      const collectors: readonly Collector[] = [
        requestCollector,
        responseCollector(),
        logsCollector,
        pipelineCollector,
        decisionsCollector,
        spansCollector({ between: () => request.blocks }),
        routing,
      ];
      const collected = Object.fromEntries(collectors.map((collector) => [collector.name, collector.collect(subject)]));
      const stored = decodeProfile(encodeProfile(collected as never, texts), texts.list);
      assert.deepEqual(stored, JSON.parse(JSON.stringify(collected)));
      assert.ok(!JSON.stringify([collected, texts.list]).includes(SECRET));
    }),
    { numRuns: 600, seed: 39 },
  );
});

test('collectors call neither traps of proxies nor methods of the application', () => {
  const { proxy, calls } = trappedProxy<Record<string, unknown>>({});
  const list = trappedProxy([1]);
  const fail = (): never => assert.fail('is called');
  const array = Object.assign([7], { map: fail, slice: fail, length: 2 });
  Object.defineProperty(array, 1, { get: fail });
  const trace = new RequestTrace();
  for (const context of [proxy, { proxy }, Object.create(proxy), Object.setPrototypeOf([1], proxy)])
    trace.log({ level: 'info', channel: 'app', message: proxy, context, time: Date.now() } as never);
  const sql = 'select ?';
  for (const about of [proxy, { proxy }, { sql, parameters: list.proxy }, { sql, parameters: array, rows: 1 }])
    trace.end(trace.begin('db', sql, 0, about));
  trace.end(trace.begin('http', 'GET /', 0, { requestBody: proxy }));
  const context = createContext('GET /', { trace });
  context.error = proxy;
  const [request] = fc.sample(requests, { numRuns: 1, seed: 1 });
  const subject = { ...getSubject(request!, new Redactor()), context };
  const logs = logsCollector.collect(subject) as readonly RecordedLog[];
  assert.deepEqual(
    logs.map((log) => [log.message, log.context]),
    [
      ['[proxy]', '"[proxy]"'],
      ['[proxy]', '{"proxy":"[proxy]"}'],
      ['[proxy]', '{}'],
      ['[proxy]', '[1]'],
    ],
  );
  const spans = spansCollector().collect(subject) as readonly Span[];
  assert.deepEqual(
    spans.map(({ details }) => details),
    [
      { details: '[proxy]' },
      { proxy: '[proxy]' },
      { sql, parameters: ['[proxy]'] },
      { sql, parameters: [7, '[getter]'], rows: 1 },
      { requestBody: '[proxy]' },
    ],
  );
  assert.equal(createSummary(subject, 'abc123', { app: 'a', boot: 'b' }).exception, 'object');
  assert.deepEqual([...calls, ...list.calls], []);
});

test('a span that ends after the profile was created does not change the profile', () => {
  const trace = new RequestTrace();
  const running = trace.begin('user', 'send a mail', 0);
  trace.end(trace.begin('user', 'render', running));
  const [request] = fc.sample(requests, { numRuns: 1, seed: 1 });
  const subject = { ...getSubject(request!, new Redactor()), context: createContext('GET /', { trace }) };
  const spans = spansCollector().collect(subject) as readonly Span[];
  const before = structuredClone(spans);
  trace.end(running, { to: SECRET }, `password=${SECRET}`);
  trace.end(running + 1, { to: SECRET }, `password=${SECRET}`);
  assert.deepEqual(spans, before);
  assert.equal(spans[0]?.duration, -1);
});

function getSubject(
  request: typeof requests extends fc.Arbitrary<infer T> ? T : never,
  redactor: Redactor,
): CollectorSubject {
  const trace = new RequestTrace();
  const headers = Object.fromEntries(request.headers.map(([name, value]): [string, string] => [name, value]));
  const context = createContext(`POST /api/cities${request.query}`, { headers, trace });
  for (const { message, context: about } of request.logs)
    trace.log({ level: 'info', channel: 'app', message, context: about, time: Date.now() } as never);
  for (const [subject, outcome, because] of request.decisions)
    trace.decide(subject as never, outcome as never, because as never);
  for (const changes of request.changes)
    trace.listener({
      event: 'kernel.response',
      listener: 'some',
      priority: -5,
      outcome: 'called',
      start: 1,
      duration: 2,
      changes,
    });
  for (const { name, details: about, error } of request.spans)
    trace.end(trace.begin(about && 'sql' in about ? 'db' : 'user', name, 0, about), undefined, error);
  const response = new HttpResponse(200, ['Content-Type', 'application/json'], '{"answer":42}');
  for (const [name, value] of request.responseHeaders) response.headers.list.push(name, value);
  const capture = new BodyCapture(1_000);
  capture.add(request.body);
  return {
    context,
    url: redactor.url(context.url),
    response,
    delivery: { bytes: 13, milliseconds: 5, aborted: false },
    bodies: { request: capture, response: undefined },
    redactor,
    bodyCap: 1_000,
  };
}

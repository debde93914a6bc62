import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from '../../../../core/src/trace/trace.ts';
import { SpanTexts } from './span-texts.ts';

const getSpan = (members: Partial<Span>): Span => ({
  ...{ id: 1, parent: 0, kind: 'user', name: 'load tides', start: 1, duration: 2 },
  ...members,
});
const sql = 'select * from tides';

test('spans that differ only in their IDs, times and parameters have the same text', () => {
  const texts = new SpanTexts();
  const one = texts.of(getSpan({ kind: 'db', details: { sql, rows: 1, parameters: [1] } }));
  equal(texts.of(getSpan({ id: 2, start: 9, kind: 'db', details: { sql, rows: 1, parameters: [2] } })), one);
});

test('spans with another kind, result, place, system, status or error have texts of their own, whatever was written before', () => {
  const spans = [
    ...[getSpan({}), getSpan({ kind: 'template' }), getSpan({ error: 'No tide' })],
    ...[getSpan({ details: { caller: 'src/tides.ts:3' } }), getSpan({ kind: 'cache', details: { client: 'redis' } })],
    ...[undefined, 1, 2].map((rows) => getSpan({ kind: 'db', name: sql, details: { sql, rows } })),
    ...['src/a.ts:1', 'src/a.ts:2'].map((caller) => getSpan({ kind: 'db', name: sql, details: { sql, caller } })),
    ...['mysql', 'sqlite'].map((system) => getSpan({ kind: 'db', name: sql, details: { sql, system } })),
    ...['tides', 'ports'].map((collection) => getSpan({ kind: 'db', name: 'find', details: { collection } })),
    ...[200, 404].map((status) => getSpan({ kind: 'http', name: 'GET /', details: { status, method: 'GET' } })),
  ];
  const expected = spans.map((span) => new SpanTexts().of(span));
  equal(new Set(expected).size, spans.length);
  const texts = new SpanTexts();
  for (let round = 0; round < 3; round++)
    deepEqual(
      spans.map((span) => texts.of(span)),
      expected,
    );
});

test('the texts are right when more spans differ than are kept', () => {
  const texts = new SpanTexts();
  const first = texts.of(getSpan({ name: 'user 0' }));
  for (let index = 1; index < 2_500; index++) notEqual(texts.of(getSpan({ name: `user ${index}` })), first);
  equal(texts.of(getSpan({ name: 'user 0' })), first);
});

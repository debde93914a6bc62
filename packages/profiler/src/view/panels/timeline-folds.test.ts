import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListenerCall, Span } from '../../../../core/src/trace/trace.ts';
import { renderBlocksAsHtml } from '../render/blocks-html.ts';
import { renderBlocksAsJson } from '../render/blocks-json.ts';
import { buildTimeline } from './timeline-rows.ts';
import type { WaterfallRow } from '../../profile/view-model.ts';

const SQL = 'select * from customers where id = ';

function query(id: number, start: number, sql: string, parent = 0, error?: string): Span {
  return { id, parent, kind: 'db', name: sql, start, duration: 2, error, details: { sql } };
}

function call(listener: string, start: number, duration: number): ListenerCall {
  return { event: 'kernel.request', listener, priority: 0, outcome: 'called', start, duration };
}

function describe(rows: readonly WaterfallRow[]): string[] {
  return rows.map(({ label, depth, duration, folded }) =>
    `${depth} ${label} ${duration} ${folded?.length ?? ''}`.trim(),
  );
}

test('queries that differ in their values only are one row with the sum of their times', () => {
  const spans = [
    query(1, 0, 'select * from orders'),
    ...Array.from({ length: 20 }, (_, index) => query(index + 2, 3 + index * 3, `${SQL}${index}`)),
    query(30, 65, `${SQL}'x'`, 0, 'Error: no'),
  ];
  const rows = buildTimeline(spans, [], 70);
  assert.deepEqual(describe(rows), ['0 select * from orders 2', '0 20 × customers by id 40 20', `0 ${SQL}'x' 2`]);
  const [waterfall] = renderBlocksAsJson([{ kind: 'waterfall', total: 70, rows }]);
  assert.equal((waterfall!['rows'] as unknown[]).length, 22, 'the JSON has each query');
  const html = renderBlocksAsHtml([{ kind: 'waterfall', total: 70, rows }]).toString();
  assert.equal(html.match(/<summary>.*?<\/summary>/s)![0].match(/<rect/g)!.length, 20, 'each query has its bar');
});

test('queries of two loops are two rows, although they alternate', () => {
  const spans = Array.from({ length: 12 }, (_, index) =>
    query(index + 1, index * 3, index % 2 === 0 ? `${SQL}${index}` : `select * from products where id = ${index}`),
  );
  assert.deepEqual(describe(buildTimeline(spans, [], 40)).slice(0, 2), [
    '0 6 × customers by id 12 6',
    '0 6 × products by id 12 6',
  ]);
});

test('runs of three or more listeners under a millisecond are one row, with the listeners inside of them', () => {
  const calls = [
    ...Array.from({ length: 4 }, (_, index) => call(`A${index}`, index, 0.5)),
    call('inner', 0.1, 0.2),
    call('Slow', 5, 3),
    call('B', 8.1, 0.5),
    { ...call('Thrown', 9, 0.1), outcome: 'threw' } as const,
  ];
  assert.deepEqual(
    buildTimeline([], calls, 10).map(({ label }) => label),
    ['5 listeners under 1 ms', 'Slow', 'B', 'Thrown'],
  );
});

test('a span that ends after its caller is marked, also if it has children', () => {
  const span = (id: number, parent: number, start: number, duration: number): Span => ({
    ...{ id, parent, kind: 'user', name: `s${id}`, start, duration, error: undefined },
  });
  const rows = buildTimeline([span(1, 0, 0, 10), span(2, 1, 2, 20), span(3, 2, 3, 4), span(4, 1, 1, 2)], [], 30);
  assert.deepEqual(
    rows.filter(({ mark }) => mark !== undefined).map(({ label, mark, title }) => [label, mark, title]),
    [['s2', 'ends after its caller', 's2 – ended 12.0 ms after its caller']],
  );
  assert.ok(rows.some(({ label, depth }) => label === 's3' && depth === 2));
});

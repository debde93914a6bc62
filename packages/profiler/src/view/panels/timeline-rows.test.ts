import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListenerCall, Span } from '../../../../core/src/trace/trace.ts';
import { buildTimeline } from './timeline-rows.ts';

function span(id: number, parent: number, start: number, duration: number, name = `s${id}`): Span {
  return { id, parent, kind: 'user', name, start, duration };
}

function call(listener: string, start: number, duration: number): ListenerCall {
  return { event: 'kernel.request', listener, priority: 0, outcome: 'called', start, duration };
}

/** Formats rows as `depth name start+duration (self)`. */
function formatted(spans: readonly Span[], calls: readonly ListenerCall[], total: number): string[] {
  return buildTimeline(spans, calls, total).map(
    ({ depth, label, start, duration, self }) => `${depth} ${label} ${start}+${duration} (${self})`,
  );
}

test('nests spans below their parent span or listener', () => {
  const rows = formatted([span(1, 0, 1, 8), span(2, 1, 2, 3), span(3, 1, 5, 3)], [call('Session', 0, 10)], 10);
  assert.deepEqual(rows, ['0 Session 0+10 (2)', '1 s1 1+8 (2)', '2 s2 2+3 (3)', '2 s3 5+3 (3)']);
});

test('counts overlapping spans once, and does not nest them', () => {
  const rows = formatted([span(1, 0, 0, 10), span(2, 1, 1, 6), span(3, 1, 2, 3)], [], 10);
  assert.deepEqual(rows, ['0 s1 0+10 (4)', '1 s2 1+6 (6)', '1 s3 2+3 (3)']);
});

test('orders siblings that start together by their end, whatever the order in which they were recorded', () => {
  const rows = formatted([span(1, 0, 0, 10), span(2, 1, 1, 6), span(3, 1, 1, 2)], [], 10);
  assert.deepEqual(rows, ['0 s1 0+10 (4)', '1 s3 1+2 (2)', '1 s2 1+6 (6)']);
});

test('adds a row for each gap of more than 5 ms', () => {
  const rows = formatted([span(1, 0, 6, 4)], [call('A', 0, 1), call('B', 14, 1)], 30);
  assert.deepEqual(rows, ['0 A 0+1 (1)', '0 s1 6+4 (4)', '0 B 14+1 (1)', '0 No data 15+15 (0)']);
  assert.deepEqual(formatted([span(1, 0, 6.5, 4)], [], 11), ['0 No data 0+6.5 (0)', '0 s1 6.5+4 (4)']);
});

test('extends a running span to the end and marks it', () => {
  const [row] = buildTimeline([span(1, 0, 2, -1)], [], 6);
  assert.deepEqual([row!.duration, row!.title], [4, 's1 – still running when the profile was stored']);
});

test('renders spans with missing parents or cycles', () => {
  assert.deepEqual(formatted([span(1, 99, 0, 1)], [], 1), ['0 s1 0+1 (1)']);
  assert.deepEqual(formatted([span(1, 2, 0, 1), span(2, 1, 0, 1)], [], 1), []);
});

test('adds a row for sending the response, which is not a gap', () => {
  const rows = buildTimeline([], [call('A', 0, 1)], 90, 2);
  assert.deepEqual(
    rows.map(({ label, start, duration }) => [label, start, duration]),
    [
      ['A', 0, 1],
      ['Response sent', 2, 88],
    ],
  );
});

test('omits skipped listeners', () => {
  assert.deepEqual(buildTimeline([], [{ ...call('A', 0, 0), outcome: 'skipped' }], 1), []);
});

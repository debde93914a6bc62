import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSpanId, createTraceId } from '../../trace/trace-ids.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('returns the trace id, the parent id and whether the trace is sampled', () => {
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), { traceId: TRACE, parentId: SPAN, sampled: true });
  assert.equal(parseTraceparent(`00-${TRACE}-${SPAN}-00`)?.sampled, false);
});

test('accepts further fields in later versions', () => {
  assert.equal(parseTraceparent(`01-${TRACE}-${SPAN}-01-more`)?.traceId, TRACE);
});

test('returns undefined for every other value', () => {
  const wrong = [
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
  ];
  for (const header of [
    undefined,
    '',
    'x',
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01x`,
    ...wrong,
  ]) {
    assert.equal(parseTraceparent(header), undefined, header);
  }
});

test('the header of a call has the trace and the span of the call', () => {
  const [traceId, spanId] = [createTraceId(), createSpanId()];
  for (const sampled of [true, false])
    assert.deepEqual(parseTraceparent(formatTraceparent({ traceId, sampled }, spanId)), {
      traceId,
      parentId: spanId,
      sampled,
    });
  const ids = new Set(Array.from({ length: 2_000 }, createTraceId));
  assert.equal(ids.size, 2_000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainGap } from './time-findings.ts';
import type { Facts } from './facts.ts';
import { gapRule } from './time-findings.ts';
import type { Span } from '../../../../core/src/trace/trace.ts';

function work(name: string, start: number, duration: number): Span {
  return { id: 1, parent: 0, kind: 'work', name, start, duration };
}

test('the parts of a gap and its rest add up, and work that overlaps counts once', () => {
  const spans = [work('pbkdf2', 10, 100), work('pbkdf2', 60, 100), work('dns.lookup example.com', 170.4, 20.2)];
  const { parts, rest } = explainGap(spans, 0, 200);
  assert.deepEqual(parts, ['150 ms pbkdf2 (2 ×)', '20 ms dns.lookup']);
  assert.equal(rest, 30);
});

test('only the work inside a gap explains it', () => {
  const spans = [work('gzip', 0, 50), work('gzip', 90, 50), { ...work('select 1', 60, 10), kind: 'db' as const }];
  assert.deepEqual(explainGap(spans, 40, 100), { parts: ['20 ms gzip (2 ×)'], rest: 40 });
});

test('the finding about a time without queries names its causes', () => {
  const spans = [0, 1, 2, 3].map((index) => work('pbkdf2', 5 + index * 100, 99.5));
  const facts = { spans, summary: { duration: 412, aborted: false }, data: {} } as unknown as Facts;
  assert.equal(
    [gapRule(facts) ?? []].flat()[0]?.text,
    'No query or call for 412 ms of 412 ms: 398 ms pbkdf2 (4 ×), 14 ms computation, or waiting without a span',
  );
});

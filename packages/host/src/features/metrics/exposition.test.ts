import { equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { parseExposition } from '../../../../../test/lib/exposition.ts';
import { formatMetrics } from './exposition.ts';
import type { Metric } from './exposition.ts';

const metric: Metric = { name: 'tides', help: 'Tides.', type: 'gauge', samples: [{ value: 2.5 }] };

test('backslashes, quotation marks and line breaks of labels and help texts are escaped', () => {
  const samples = [{ labels: { city: 'a\\b"c\nd' }, value: 1 }];
  const text = formatMetrics([{ ...metric, help: 'a\\b"c\nd', samples }]);
  equal(text, '# HELP tides a\\\\b"c\\nd\n# TYPE tides gauge\ntides{city="a\\\\b\\"c\\nd"} 1\n');
  parseExposition(text);
});

test('infinite and small numbers have the notation of Go, and a metric without values is omitted', () => {
  const samples = [Infinity, -Infinity, 1e-7, 0].map((value, index) => ({ labels: { n: String(index) }, value }));
  const text = formatMetrics([
    { ...metric, samples },
    { ...metric, name: 'empty', samples: [] },
  ]);
  equal(text.split('\n').slice(2).join('|'), 'tides{n="0"} +Inf|tides{n="1"} -Inf|tides{n="2"} 1e-7|tides{n="3"} 0|');
  parseExposition(text);
});

test('the check of the format rejects what promtool rejects', () => {
  const [help, type] = ['# HELP tides Tides.\n', '# TYPE tides gauge\n'];
  for (const text of [
    'tides 1\n',
    `${help}${type}tides 1`,
    `${help}${type}`,
    `${help}${type}tides 1\ntides 2\n`,
    `${help}${type}ships 1\n`,
    `${help}${type}tides many\n`,
    `${help}${type}tides{city="a"b"} 1\n`,
    `${help}${type}tides{city="a",city="b"} 1\n`,
    `${help}# TYPE tides counter\ntides 1\n`,
    `${help}${type}tides 1\n${help}${type}tides 2\n`,
    '# HELP tides T.\n# TYPE tides histogram\ntides_bucket{a="b",le="1"} 2\ntides_bucket{a="b",le="+Inf"} 1\ntides_sum{a="b"} 1\ntides_count{a="b"} 1\n',
    '# HELP tides T.\n# TYPE tides histogram\ntides_bucket{a="b",le="1"} 2\ntides_sum{a="b"} 1\ntides_count{a="b"} 2\n',
    '# HELP tides_ms T.\n# TYPE tides_ms gauge\ntides_ms 1\n',
  ])
    throws(() => parseExposition(text), SyntaxError, text);
});

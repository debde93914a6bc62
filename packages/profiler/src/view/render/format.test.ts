import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatAge, formatDuration, formatResultCount, formatBytes, formatStatus, formatStatusCode } from './format.ts';

describe('formatting of values', () => {
  const cases: [string, string][] = [
    [formatDuration(NaN), '–'],
    [formatDuration(0.04), '0.0 ms'],
    [formatDuration(9.96), '10 ms'],
    [formatDuration(999.6), '1.0 s'],
    [formatDuration(59_960), '1 min 0 s'],
    [formatDuration(125_000), '2 min 5 s'],
    [formatBytes(0), '0 B'],
    [formatBytes(1024), '1 KB'],
    [formatBytes(12_288), '12 KB'],
    [formatBytes(3_250_000), '3.1 MB'],
    [formatAge(0, 59_000), '59s'],
    [formatAge(0, 3_600_000), '1h'],
    [formatAge(5_000, 0), '0s'],
    [formatAge(0, 259_200_000), '3d'],
    [formatStatus(404), 'Error 404 Not Found'],
    [formatStatus(200), '200 OK'],
    [formatStatus(0), 'No response'],
    [formatStatusCode(200), '200'],
    [formatStatusCode(0), 'none'],
    [formatResultCount({ count: 1, exact: true }, 1), '1 results found'],
    [formatResultCount({ count: 37, exact: true }, 10), '37 results found (10 shown)'],
    [formatResultCount({ count: 1000, exact: false }, 10), '≥ 1000 results found (10 shown)'],
  ];
  for (const [found, wanted] of cases) test(wanted, () => assert.equal(found, wanted));
});

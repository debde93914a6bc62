import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestTrace } from '../../packages/core/src/trace/trace.ts';
import { runInTrace } from '../../packages/core/src/trace/current.ts';
import { tracedQuery } from '../../packages/core/src/trace/traced-query.ts';

test('a query has the location in the application that called it', () => {
  const trace = new RequestTrace();
  runInTrace(trace, () =>
    tracedQuery(
      'select 1',
      [],
      () => 1,
      () => 1,
    ),
  );
  assert.match(String(trace.spans[0]!.details?.['caller']), /test\/profiler\/queries\.test\.ts:\d+$/);
});

test('a query returns its rows if Error.prepareStackTrace returns an array', (t) => {
  const before = Error.prepareStackTrace;
  t.after(() => (Error.prepareStackTrace = before));
  Error.prepareStackTrace = (_error, sites) => sites;
  const trace = new RequestTrace();
  const run = () => tracedQuery('select 2', [], () => 2, Number);
  assert.equal(runInTrace(trace, run), 2);
  assert.equal(trace.spans[0]!.details?.['caller'], undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestTrace, runInTrace } from '../../src/trace/index.ts';
import { tracedQuery } from '../../src/adapters/kysely/traced-query.ts';

test('a query tells the place in the application that asked for it', () => {
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

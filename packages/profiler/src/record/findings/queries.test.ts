import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from '../../../../core/src/trace/trace.ts';
import { getQueries, sumDurations } from './queries.ts';

const getSpan = (fields: object): Span => ({
  id: 1,
  parent: 0,
  kind: 'db',
  name: 'select 1',
  start: 2,
  duration: 3,
  ...fields,
});

test('a query without details, or whose details are null, has the name of its span as statement', () => {
  for (const details of [undefined, null])
    deepEqual(getQueries([getSpan({ details })]), [
      {
        ...{ id: 1, sql: 'select 1', parameters: [], rows: undefined, caller: undefined },
        ...{ start: 2, duration: 3, isRunning: false, error: undefined, system: undefined },
      },
    ]);
});

test('values of the wrong type are ignored, and other spans are no queries', () => {
  const details = { sql: 5, parameters: 'a', rows: '3', caller: 7 };
  const [query, ...others] = getQueries([getSpan({ details }), getSpan({ kind: 'cache' })]);
  deepEqual([query?.sql, query?.parameters, query?.rows, query?.caller], ['select 1', [], undefined, undefined]);
  equal(others.length, 0);
});

test('queries that are still running do not count in the total duration', () => {
  equal(sumDurations([{ duration: 3 }, { duration: -1 }, { duration: 4 }]), 7);
});

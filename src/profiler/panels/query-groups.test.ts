import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Query } from '../findings/queries.ts';
import { groupQueries } from './query-groups.ts';

test('repeated queries are compared by their parameters', () => {
  const parametersOf = (...lists: readonly (readonly unknown[])[]): unknown => {
    const queries = lists.map((parameters) => ({ sql: 'select 1', caller: undefined, parameters, duration: 1 }));
    return groupQueries(queries as readonly Partial<Query>[] as readonly Query[])[0]!.parameters;
  };
  assert.equal(parametersOf([], []), 'none');
  assert.equal(parametersOf([1], [1]), 'all equal');
  assert.equal(parametersOf([1], [2], [1]), 'some equal');
  assert.equal(parametersOf([1], ['1'], [2]), 'all different');
});

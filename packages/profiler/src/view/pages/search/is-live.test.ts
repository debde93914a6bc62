import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQueryParameters } from '../../../store/search/query-parameters.ts';
import { isLiveQuery } from './search-html.ts';

const NOW = new Date(2026, 10, 21, 12).getTime();
const isLive = (search: string): boolean => {
  const read = readQueryParameters(new URLSearchParams(search), NOW);
  assert.ok('query' in read, search);
  return isLiveQuery(read.query, NOW);
};

test('a list is live if new profiles are added at its top', () => {
  for (const search of ['', 'q=status:5xx', 'q=since:10m', 'q=time:today', 'q=until:2026-11-22', 'q=-until:yesterday'])
    assert.equal(isLive(search), true, search);
  for (const search of ['sort=time', 'sort=-duration', 'cursor=x']) assert.equal(isLive(search), false, search);
});

test('a list is not live if its search ends in the past', () => {
  for (const term of ['until:now', 'until:10m', 'time:yesterday', 'time:<2026-11-21', 'time:now', '-since:10m'])
    assert.equal(isLive(`q=${encodeURIComponent(`status:200 ${term}`)}`), false, term);
  assert.equal(isLive('end=2026-11-20'), false);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEFAULT_QUERY, SORT_KEYS } from './profile-query.ts';
import type { ProfileQuery } from './profile-query.ts';
import { FIELDS } from './query-fields.ts';
import { readQueryParameters, writeQueryParameters, writeTerm } from './query-parameters.ts';
import type { ParameterIssue } from './query-parameters.ts';

const NOW = 1_760_000_000_000;
function read(text: string): ProfileQuery {
  const result = readQueryParameters(new URLSearchParams(text), NOW);
  assert.ok('query' in result, JSON.stringify(result));
  return result.query;
}
function issues(text: string): readonly ParameterIssue[] {
  const result = readQueryParameters(new URLSearchParams(text), NOW);
  assert.ok('issues' in result, JSON.stringify(result));
  return result.issues;
}

test('the default search returns the newest ten profiles', () => assert.deepEqual(read(''), DEFAULT_QUERY));

test('empty parameters are ignored', () => {
  assert.deepEqual(
    read('ip=&method=&status_code=&url=&token=&start=&end=&limit=&type=&q=&sort=&cursor='),
    DEFAULT_QUERY,
  );
});

for (const [text, limit] of [
  ['limit=0', 1],
  ['limit=-5', 1],
  ['limit=50', 50],
  ['limit=99999', 1000],
] as const) {
  test(`${text} is a limit of ${limit}`, () => assert.equal(read(text).limit, limit));
}

for (const [text, parameter] of [
  ['limit=ten', 'limit'],
  ['limit=1.5', 'limit'],
  ['sort=colour', 'sort'],
  ['start=soon', 'start'],
  ['end=2026-13-01', 'end'],
  ['status_code=abc', 'status_code'],
  ['token=zzz', 'token'],
  ['type=email', 'type'],
  ['q=foo:bar', 'q'],
  ['cursor=%00', 'cursor'],
] as const) {
  test(`${text} is rejected with the name of the parameter`, () => assert.equal(issues(text)[0]!.parameter, parameter));
}

test('all errors are reported together', () => {
  assert.deepEqual(
    issues('limit=x&sort=y&q=foo:1').map(({ parameter }) => parameter),
    ['q', 'sort', 'limit'],
  );
});

for (const [text, field, operator, value, negated] of [
  ['ip=127.0', 'ip', 'contains', '127.0', false],
  ['method=PA', 'method', 'contains', 'PA', false],
  ['status_code=40', 'status', 'between', 400, false],
  ['url=/books?a=b c', 'url', 'contains', '/books?a=b c', false],
  ['url=!/health', 'url', 'contains', '/health', true],
  ['token=A1B2C3', 'token', 'is', 'a1b2c3', false],
  ['start=1700000000', 'time', 'at-least', 1_700_000_000_000, false],
  ['start=2025-01-02 03:04', 'time', 'at-least', new Date(2025, 0, 2, 3, 4).getTime(), false],
  ['end=2025-01-02', 'time', 'at-most', new Date(2025, 0, 3).getTime() - 1, false],
] as const) {
  test(`${text} is a filter`, () => {
    const [term] = read(text).terms;
    assert.deepEqual([term?.field, term?.operator, term?.value, term?.negated], [field, operator, value, negated]);
  });
}

test('type=request matches every profile, and type=command none', () => {
  assert.deepEqual(read('type=request').terms, []);
  assert.deepEqual(
    read('type=command').terms.map(({ field, operator, value, negated }) => [field, operator, value, negated]),
    [['status', 'less-than', 0, false]],
  );
});

test('sort accepts the field names of the query language', () => {
  assert.deepEqual(read('sort=-dur').sort, { by: 'duration', descending: true });
  assert.deepEqual(read('sort=size').sort, { by: 'bytes', descending: false });
  const sorted = FIELDS.filter(({ field }) => (SORT_KEYS as readonly string[]).includes(field));
  for (const { name, field } of sorted) assert.equal(read(`sort=${name}`).sort.by, field);
  for (const { name } of FIELDS.filter((field) => !sorted.includes(field)))
    assert.equal(issues(`sort=${name}`).length, 1, name);
});

test('the documentation lists all sort keys', () => {
  const page = readFileSync(new URL('../../../../../docs/profiler/search.md', import.meta.url), 'utf8');
  const [, row = ''] = /^\| `sort` +\| ([^|]*)/m.exec(page)!;
  assert.deepEqual(new Set(row.split(',').flatMap((part) => /^ *`(\w+)`$/.exec(part)?.[1] ?? [])), new Set(SORT_KEYS));
});

test('a search is equal after a round trip through its URL', () => {
  for (const text of [
    'q=status:5xx since:10m -path:/x body:"a b"&limit=50',
    'ip=1&method=PA&status_code=4&url=!x y&start=1700000000&end=2025-01-02 03:04&type=command',
    'sort=route&cursor=abc',
  ]) {
    const query = read(text);
    const written = writeQueryParameters(query);
    const again = readQueryParameters(written, NOW);
    const bare = (profileQuery: ProfileQuery): unknown => ({
      ...profileQuery,
      terms: profileQuery.terms.map(({ text: _, ...term }) => term),
    });
    assert.ok('query' in again, `${written.toString()}: ${JSON.stringify(again)}`);
    assert.deepEqual(bare(again.query), bare(query));
  }
});

test('a day without its original text is two terms', () =>
  assert.deepEqual(
    read('q=time:2026-11-20').terms.map((term) => writeTerm({ ...term, text: undefined })),
    [
      `since:${new Date(2026, 10, 20).toISOString()} until:${new Date(new Date(2026, 10, 21).getTime() - 1).toISOString()}`,
    ],
  ));

test('a term without its original text is formatted and parsed to the same term', () => {
  for (const text of [
    'status:5xx',
    'dur:>200',
    'path:/api',
    'path:~/api',
    'route:a',
    'route:a*',
    'method:post',
    'has:n1',
    'is:pinned',
    '-is:aborted',
    'header.x-a:b',
    'body:"a b"',
    'url:=x',
    'has:exception',
    'token:a1b2c3',
    'size:1..2',
    'log:info',
    'log:warning',
    ...['since:2026-11-20T10:00Z', 'until:2026-11-20T10:00Z', 'time:<2026-11-20', 'time:>2026-11-20T10:00Z'],
    ...['-time:<2026-11-20', '-since:1760000000', 'time:1760000000'],
    'db:3',
  ]) {
    const [term] = read(`q=${encodeURIComponent(text)}`).terms;
    const written = writeTerm({ ...term!, text: undefined });
    const [again] = read(`q=${encodeURIComponent(written)}`).terms;
    assert.deepEqual({ ...again, text: undefined }, { ...term, text: undefined }, `${text} became ${written}`);
  }
});

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchesProfile } from '../search/query-match.ts';
import { parseQueryText } from '../search/query-language.ts';
import type { ProfileData, ProfileSummary } from '../../profile/profile.ts';
import type { QueryTerm } from '../search/profile-query.ts';
import { encodeProfile } from '../sqlite/codec/profile-codec.ts';
import { SharedTexts } from '../sqlite/codec/shared-texts.ts';
import { compileProfileQuery } from './profile-query-sql.ts';
import { defineDataSearch } from '../sqlite/data-search.ts';
import { INSERT_PROFILE, getRow } from './profile-row.ts';
import { createTables } from '../sqlite/store-file.ts';

const BY_TIME = { by: 'time', descending: true } as const;
const word = fc.constantFrom(
  '',
  'a',
  'B',
  'Ab',
  '/api',
  '/API/cities',
  'get',
  'GET',
  'POST',
  '100%',
  'a_c',
  "o'x",
  'ä',
  'Ä',
  '漢字',
  '𝒳y',
  'x"y',
  'a\\b',
  'a\nb',
  '*',
  'n1',
  'slow-query',
  'info',
  '%',
  '_',
);
const maybe = fc.option(word, { nil: undefined });
const number = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.double({ min: 0, max: 6, noNaN: true }));
const summaries = fc.record({
  token: fc.integer({ min: 0, max: 0xffffff }).map((n) => n.toString(16).padStart(6, '0')),
  time: number,
  duration: number,
  ip: word,
  method: word,
  url: word,
  path: word,
  host: word,
  status: fc.constantFrom(200, 204, 301, 404, 422, 500, 503),
  route: maybe,
  bytes: fc.nat(6),
  requestBytes: fc.nat(6),
  contentType: maybe,
  dbCount: fc.nat(6),
  dbTime: number,
  httpCount: fc.nat(6),
  httpTime: number,
  warnings: fc.nat(2),
  errors: fc.nat(2),
  exception: maybe,
  findings: fc.uniqueArray(fc.constantFrom('n1', 'slow-query', 'gap'), { maxLength: 3 }),
  aborted: fc.boolean(),
  cost: number,
  app: word,
  boot: word,
  pid: fc.constant(1),
  weight: fc.constantFrom(1, 100),
  requestId: word,
  traceId: maybe,
  visitor: fc.constantFrom(undefined, '3f9a1c2240000000', '3f9a1c22ffffffff', 'ffffffffffffffff'),
  pinned: fc.boolean(),
  note: maybe,
});
const headers = fc.array(fc.tuple(fc.constantFrom('X-A', 'x-a', 'Vary'), word), { maxLength: 2 });
const bodies = fc.option(fc.record({ encoding: fc.constantFrom('text', 'base64'), content: word }), { nil: undefined });
const datas = fc.record({
  request: fc.record({ headers, body: bodies }),
  response: fc.record({ headers, body: bodies }),
  logs: fc.array(fc.record({ level: fc.constantFrom('info', 'debug', 'warning'), message: word, context: word }), {
    maxLength: 2,
  }),
  spans: fc.array(
    fc.record({
      kind: fc.constantFrom('db', 'http'),
      name: word,
      details: fc.option(fc.record({ sql: word }), { nil: undefined }),
    }),
    { maxLength: 2 },
  ),
});
const negated = fc.boolean();
const texts = fc.record({
  field: fc.constantFrom(
    'method',
    'url',
    'path',
    'host',
    'ip',
    'route',
    'exception',
    'finding',
    'requestId',
    'traceId',
    'note',
    'contentType',
    'app',
    'boot',
    'body',
    'log',
    'sql',
    'any',
  ),
  operator: fc.constantFrom('is', 'contains', 'starts'),
  value: word,
  negated,
});
const named = fc.record({
  field: fc.constant('header'),
  name: fc.constantFrom('x-a', 'vary'),
  operator: fc.constantFrom('is', 'contains', 'starts'),
  value: word,
  negated,
});
const numbers = fc.record({
  field: fc.constantFrom(
    'time',
    'duration',
    'bytes',
    'requestBytes',
    'dbCount',
    'dbTime',
    'httpCount',
    'httpTime',
    'warnings',
    'errors',
    'cost',
  ),
  operator: fc.constantFrom('is', 'at-least', 'at-most', 'more-than', 'less-than', 'between'),
  value: number,
  to: number,
  negated,
});
const statuses = fc.record({
  field: fc.constant('status'),
  operator: fc.constantFrom('is', 'between', 'at-least'),
  value: fc.constantFrom(200, 400, 404, 500),
  to: fc.constantFrom(299, 499, 599),
  negated,
});
const flags = fc.record({
  field: fc.constantFrom('pinned', 'aborted'),
  operator: fc.constant('is'),
  value: fc.constant(true),
  negated,
});
const levels = fc.record({
  field: fc.constant('log'),
  operator: fc.constant('at-least'),
  value: fc.constant('warning'),
  negated,
});
const visitors = fc.record({
  field: fc.constant('visitor'),
  operator: fc.constantFrom('starts', 'contains'),
  value: fc.constantFrom('', '3f9a1c22', '3f9a1c2240000000', 'ffffffff'),
  negated,
});
const terms = fc.oneof(
  { arbitrary: texts, weight: 4 },
  numbers,
  statuses,
  flags,
  named,
  levels,
  visitors,
) as fc.Arbitrary<QueryTerm>;

const shared = new SharedTexts();

function store(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(createTables(1, 'secret'));
  defineDataSearch(database, (id) => (id === shared.id ? shared.list : []));
  return database;
}

test('finds texts with special characters in the data, whether they are shared or not', () => {
  const text = `a "quoted" \\ back, a line\n and a tab\t, Grüße, \u0001 and 𝒳 together`;
  const database = store();
  for (const content of [text, `${text}${' are too long for the list of shared texts'.repeat(70)}`]) {
    const data = {
      request: { method: 'GET', url: '/', headers: [['X-Text', content]], query: [], cookies: [] },
      response: { status: 200, reason: 'OK', headers: [], body: { ...BODY, content }, lastByte: 1, aborted: false },
      logs: [
        { at: 1, level: 'info', channel: 'app', message: content, context: JSON.stringify({ content, total: 4711 }) },
      ],
      spans: [{ id: 1, parent: 0, kind: 'db', name: 'x', start: 1, duration: 1, details: { sql: content } }],
    };
    for (let i = 0; i < 3; i++) encodeProfile(data as never, shared);
    const bytes = Uint8Array.from(encodeProfile(data as never, shared));
    const matches = (term: QueryTerm): boolean =>
      database.prepare('select profile_matches(?, ?) as found').get(bytes, JSON.stringify(term))!['found'] === 1;
    const wanted = ['"quoted" \\', 'line\n and', 'tab\t,', 'GRüße, \u0001', '𝒳 tog', content];
    for (const field of ['header', 'body', 'log', 'sql'] as const)
      for (const value of [...wanted, ...(field === 'log' ? ['"total":4711', '\\"quoted\\"'] : [])]) {
        const term: QueryTerm = { field, name: 'x-text', operator: 'contains', value, negated: false } as never;
        assert.ok(matches(term), `${field}: ${value}`);
        assert.ok(!matches({ ...term, value: `${value}?` }));
      }
  }
});

const BODY = { type: 'text/plain', encoding: 'text', size: 1, kept: 1, redacted: false };

test('matches the same profiles as matchesProfile', (context) => {
  const database = store();
  let asked = 0;
  let matched = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(summaries, { selector: ({ token }) => token, minLength: 1, maxLength: 8 }),
      fc.array(datas, { minLength: 8, maxLength: 8 }),
      fc.array(fc.array(terms, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 5 }),
      (rows, data, queries) => {
        database.exec('delete from profiles; delete from profile_data');
        for (const [i, summary] of rows.entries()) {
          database.prepare(INSERT_PROFILE).run(i + 1, ...getRow(summary));
          database
            .prepare('insert into profile_data values (?, ?)')
            .run(i + 1, encodeProfile(data[i] as never, shared));
        }
        for (const query of queries) {
          const { where, parameters, orderBy } = compileProfileQuery({ terms: query, sort: BY_TIME });
          const sql = `select profiles.seq as seq from profiles join profile_data on profile_data.seq = profiles.seq where ${where} order by ${orderBy}`;
          const found = database
            .prepare(sql)
            .all(...parameters)
            .map(({ seq }) => Number(seq));
          const matches = matchesProfile({ terms: query });
          // What JSON makes of the data is what storages hand out.
          const expected = rows.flatMap((summary, i) =>
            matches(summary as ProfileSummary, JSON.parse(JSON.stringify(data[i])) as ProfileData) ? [i + 1] : [],
          );
          assert.deepEqual(
            found.toSorted((a, b) => a - b),
            expected,
          );
          asked += rows.length;
          matched += found.length;
        }
      },
    ),
    { numRuns: 600 },
  );
  context.diagnostic(`${asked} verdicts agree, ${matched} of them yes`);
  assert.ok(matched > asked / 20);
});

test('passes all values as parameters', () => {
  const [one, other] = ["url:'x'", 'url:"y;drop-table"'].map((text) => {
    const parsed = parseQueryText(text);
    assert.ok('terms' in parsed);
    return compileProfileQuery({ terms: parsed.terms, sort: BY_TIME });
  });
  assert.equal(one!.where, other!.where);
  assert.deepEqual(other!.parameters, ['y;drop-table']);
});

for (const [text, needsData] of [
  ['', false],
  ['status:5xx since:10m -status:200 url:x', false],
  ['log:warning log:error', false],
  ['body:x', true],
  ['header.a:b log:info sql:c', true],
] as const) {
  test(`"${text}" ${needsData ? 'reads' : 'does not read'} the data of profiles`, () => {
    const parsed = parseQueryText(text);
    assert.ok('terms' in parsed);
    assert.equal(compileProfileQuery({ terms: parsed.terms, sort: BY_TIME }).needsData, needsData);
  });
}

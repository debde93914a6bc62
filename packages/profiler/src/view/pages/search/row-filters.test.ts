import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesProfile } from '../../../store/search/query-match.ts';
import { parseQueryText } from '../../../store/search/query-language.ts';
import type { Profile, ProfileSummary } from '../../../profile/profile.ts';
import { createProfile } from '../../../../../host/src/testing/index.ts';
import { buildRowFilters } from './row-filters.ts';
import type { RowFilter } from './row-filters.ts';

const FULL: Partial<ProfileSummary> = {
  ...{ status: 500, ip: '2001:db8::1', route: 'books_create', duration: 1240.7, bytes: 12_345, cost: 31 },
  ...{ dbCount: 12, dbTime: 41.26, httpCount: 1, httpTime: 820.9, errors: 1, warnings: 2, aborted: true },
  ...{ exception: 'TypeError', findings: ['n1', 'slow-query'], pinned: true, note: 'before "the" index' },
  ...{ contentType: 'application/json; charset=utf-8', time: Date.UTC(2026, 10, 21, 14, 2, 51, 640), traceId: 'ab12' },
  visitor: '3f9a1c2244556677',
};
const USER = { framework: { name: 'Express 5.1.0', user: { id: 7, email: 'ada@example.com' } } };
const getTerms = (row: Profile): string[] => buildRowFilters(row).flatMap(({ terms }) => terms.map(({ text }) => text));
const holds = (text: string, { summary, data }: Profile): boolean => {
  const read = parseQueryText(text);
  assert.ok('terms' in read, `${text} is a valid search`);
  return matchesProfile(read)(summary, data);
};

test('a request without a response has a search for such requests', () => {
  const profile = createProfile('GET /books', { summary: { status: 0 } });
  const [{ terms }] = buildRowFilters(profile) as [RowFilter];
  assert.deepEqual(
    terms.map(({ text }) => text),
    ['status:0'],
  );
  assert.ok(holds('status:0', profile));
  assert.ok(!holds('status:2xx', profile) && !holds('status:>=400', profile));
});

test('each value of a profile has search terms, including route, user, duration, size, flags and time', () => {
  const profile = createProfile('POST /books?page=2', { summary: { ...FULL, machine: 'web-1' }, data: USER });
  const [time, minute] = ['2026-11-21T14:02:51Z', 'since:2026-11-21T14:01:51Z until:2026-11-21T14:03:51Z'];
  assert.deepEqual(
    buildRowFilters(profile).map(({ name, terms }) => [name, ...terms.map(({ text }) => text)]),
    [
      ['Status', 'status:500', 'status:5xx'],
      ['Method', 'method:POST'],
      ['URL', 'route:books_create', 'path:=/books', 'host:=localhost'],
      ['Application', 'app:=shop'],
      ['User', 'user:=ada@example.com'],
      ['Visitor', 'visitor:3f9a1c22'],
      [
        'Findings',
        'has:pin',
        'finding:n1',
        'finding:slow-query',
        'has:aborted',
        'has:error',
        'has:warning',
        'exception:=TypeError',
        'note:="before \\"the\\" index"',
      ],
      ['Duration', 'dur:>=1240'],
      ['Database', 'has:db', 'db:>=12', 'dbms:>=41'],
      ['Outgoing calls', 'has:http', 'http:>=1', 'httpms:>=820'],
      ['Size', 'size:>=12345', 'type:application/json'],
      ['Time', `since:${time}`, `until:${time}`, minute],
      ['Client', 'ip:=2001:db8::1'],
      ['Process', 'boot:boot-1', 'machine:=web-1', 'cost:>=31'],
      ['Token', `token:${profile.summary.token}`, 'trace:=ab12'],
    ],
  );
});

test('each term matches its row, and the negated term does not', () => {
  const plain = createProfile('GET /', { summary: { duration: 0.04, bytes: 0, contentType: undefined } });
  const full = createProfile('POST /books', { summary: FULL, data: USER });
  const hostile = createProfile('GET /', {
    summary: {
      ...{ ip: '"<i>\\', method: 'M-SEARCH', path: `/${'ü "*'.repeat(2_000)}`, host: '-x', route: 'a b*', boot: '>1' },
      ...{ exception: 'E"\n*', findings: ['<f> "'], note: '=', contentType: '~"; x' },
    },
    data: { framework: { name: '', user: '" *' } },
  });
  for (const row of [plain, full, hostile]) {
    for (const { name, terms } of buildRowFilters(row))
      for (const { text, help, negated: not } of terms) {
        assert.equal(holds(text, row), true, text.slice(0, 200));
        if (not !== undefined) assert.equal(holds(not, row), false, not.slice(0, 200));
        assert.notEqual(help, '', `${name}: ${text}`);
      }
    assert.ok(getTerms(row).every((text) => text.length < 700));
  }
  // Two terms cannot be negated by one minus.
  const turned = buildRowFilters(full).flatMap(({ terms }) => terms.map(({ negated: not }) => not ?? ''));
  assert.deepEqual(
    turned.filter((not) => not !== '' && /\s\w+:/.test(not)),
    [],
  );
  assert.equal(turned.filter((not) => not === '').length, 3);
  assert.deepEqual(
    getTerms(plain).filter((text) => /^(?:has|db|http|route|finding|exception|trace)/.test(text)),
    [],
  );
});

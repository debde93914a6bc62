import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, mayStandOut } from '../findings/findings.ts';
import { FINDING_CODES } from '../findings/codes.ts';
import { nameOfQuery } from '../findings/query-name.ts';
import { CLEAN, FAULTY, log, profile, query } from '../findings/seeded-profiles.test.ts';
import type { Profile, ProfileData } from '../profile.ts';
import { countWork } from '../summary.ts';

for (const { what, code, names, profile } of FAULTY) {
  test(`${what}: the finding ${code} names it`, () => {
    const found = findingsOf(profile);
    const finding = found.find((each) => each.code === code);
    assert.ok(finding, `found only ${JSON.stringify(found)}`);
    assert.match(finding.text, names);
  });
}

test('of 50 seeded faults and more 96 in a hundred are named; 200 clean requests have no finding at all', (context) => {
  const named = FAULTY.filter(({ code, names, profile }) =>
    findingsOf(profile).some((each) => each.code === code && names.test(each.text)),
  );
  const others = FAULTY.flatMap(({ code, profile }) => findingsOf(profile).filter((each) => each.code !== code));
  const wrong = CLEAN.flatMap((each) => findingsOf(each));
  context.diagnostic(
    `recall ${named.length}/${FAULTY.length}, false findings ${wrong.length} on ${CLEAN.length}, precision ${(named.length / (named.length + wrong.length + others.length)).toFixed(3)}`,
  );
  assert.ok(FAULTY.length >= 50);
  assert.equal(CLEAN.length, 200);
  assert.ok(named.length >= FAULTY.length * 0.96, `${named.length} of ${FAULTY.length}`);
  assert.deepEqual(wrong, []);
  assert.deepEqual(others, []);
});

test('what has a finding may stand out, so no rule is passed over; most clean requests are not even looked at', () => {
  // As the profiler counts while it records.
  const may = ({ summary, data }: Profile): boolean =>
    mayStandOut({ ...summary, ...countWork(data, summary.status) }, data);
  for (const { what, profile } of FAULTY) assert.equal(may(profile), true, what);
  const ordinary = Array.from({ length: 3 }, (_, i) => query(`select ${i} from a`, [i], i, 2));
  assert.equal(may(profile({ spans: ordinary })), false);
  assert.equal(may(profile({ spans: [ordinary[0]!, ordinary[0]!, ordinary[1]!, ordinary[0]!] })), true);
});

test('a profile has at most three findings, the gravest first', () => {
  const spans = Array.from({ length: 9 }, (_, i) => query('select * from a where b = ?', [i], i, 60));
  const logs = Array.from({ length: 9 }, () => log('warning', 'w'));
  const found = findingsOf(profile({ summary: { status: 500, exception: 'TypeError', aborted: true }, spans, logs }));
  assert.deepEqual(
    found.map(({ code }) => code),
    ['exception', 'n1', 'slow-query'],
  );
});

test('what a failed collector leaves behind makes no rule fail', () => {
  const failed = { failed: 'no' } as never;
  const data = {
    request: failed,
    response: failed,
    spans: failed,
    logs: failed,
    routing: failed,
    exception: failed,
    decisions: failed,
  } as Partial<ProfileData>;
  for (const status of [200, 301, 400, 404, 405, 421, 500]) {
    for (const { text } of findingsOf(profile({ summary: { status, aborted: true }, data })))
      assert.equal(typeof text, 'string');
  }
});

test('every seeded code is one that searches know', () => {
  for (const { code } of FAULTY) assert.ok((FINDING_CODES as readonly string[]).includes(code), code);
  assert.deepEqual([...new Set(FAULTY.map(({ code }) => code))].toSorted(), [...FINDING_CODES].toSorted());
});

for (const [sql, name] of [
  ['select "id" from "country" where "code" = ?', 'country by code'],
  ['INSERT INTO public.city (name) VALUES ($1)', 'insert city'],
  ['delete from a where b in (?) and c < ?', 'delete a by b, c'],
  ['begin', 'begin'],
] as const) {
  test(`${sql} is called ${name}`, () => assert.equal(nameOfQuery(sql), name));
}

test('names the N+1 that took the longest in total, not the one that ran first or most often', () => {
  const group = (table: string, count: number, each: number, from: number) =>
    Array.from({ length: count }, (_, i) => query(`select * from ${table} where id = ?`, [i], from + i, each));
  const named = (...spans: ReturnType<typeof group>[]) =>
    findingsOf(profile({ spans: spans.flat() })).find(({ code }) => code === 'n1')!.text;
  assert.match(named(group('fast', 6, 0.2, 1), group('costly', 6, 4, 20)), /6 × `costly by id`/);
  assert.match(named(group('many', 20, 0.2, 1), group('costly', 6, 4, 50)), /6 × `costly by id`/);
  assert.match(named(group('costly', 6, 4, 1), group('fast', 6, 0.2, 50)), /6 × `costly by id`/);
});

test('names the repeated query that took the longest when two ran equally often', () => {
  const same = (table: string, each: number, from: number) =>
    Array.from({ length: 3 }, (_, i) => query(`select * from ${table} where id = ?`, [1], from + i, each));
  const spans = [...same('fast', 0.2, 1), ...same('costly', 4, 20)];
  const { text } = findingsOf(profile({ spans })).find(({ code }) => code === 'duplicate-queries')!;
  assert.match(text, /`costly by id`/);
});

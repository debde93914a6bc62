import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getFindings, mayHaveFindings } from './findings.ts';
import { FINDING_CODES } from '../../profile/finding-codes.ts';
import { nameOfQuery } from './facts.ts';
import { CLEAN, WITH_ISSUES, log, profile, query } from './seeded-profiles.test.ts';
import type { Profile, ProfileData } from '../../profile/profile.ts';
import { countWork } from '../summary.ts';

for (const { what, code, names, profile } of WITH_ISSUES) {
  test(`${what} has the finding ${code}`, () => {
    const found = getFindings(profile);
    const finding = found.find((element) => element.code === code);
    assert.ok(finding, `found only ${JSON.stringify(found)}`);
    assert.match(finding.text, names);
  });
}

test('at least 96 % of 50 or more seeded issues are found, and 200 requests without issues have no finding', (context) => {
  const named = WITH_ISSUES.filter(({ code, names, profile }) =>
    getFindings(profile).some((finding) => finding.code === code && names.test(finding.text)),
  );
  const others = WITH_ISSUES.flatMap(({ code, profile }) =>
    getFindings(profile).filter((finding) => finding.code !== code),
  );
  const wrong = CLEAN.flatMap((element) => getFindings(element));
  context.diagnostic(
    `recall ${named.length}/${WITH_ISSUES.length}, false findings ${wrong.length} on ${CLEAN.length}, precision ${(named.length / (named.length + wrong.length + others.length)).toFixed(3)}`,
  );
  assert.ok(WITH_ISSUES.length >= 50);
  assert.equal(CLEAN.length, 200);
  assert.ok(named.length >= WITH_ISSUES.length * 0.96, `${named.length} of ${WITH_ISSUES.length}`);
  assert.deepEqual(wrong, []);
  assert.deepEqual(others, []);
});

test('mayHaveFindings is true for every request with a finding, and false for an ordinary request', () => {
  // Counts as the profiler does while it records.
  const may = ({ summary, data }: Profile): boolean =>
    mayHaveFindings({ ...summary, ...countWork(data, summary.status) }, data);
  for (const { what, profile } of WITH_ISSUES) assert.equal(may(profile), true, what);
  const ordinary = Array.from({ length: 3 }, (_, i) => query(`select ${i} from a`, [i], i, 2));
  assert.equal(may(profile({ spans: ordinary })), false);
  assert.equal(may(profile({ spans: [ordinary[0]!, ordinary[0]!, ordinary[1]!, ordinary[0]!] })), true);
});

test('the findings of a profile are ordered by severity', () => {
  const spans = Array.from({ length: 9 }, (_, i) => query('select * from a where b = ?', [i], i, 60));
  const logs = Array.from({ length: 9 }, () => log('warning', 'w'));
  const found = getFindings(profile({ summary: { status: 500, exception: 'TypeError', aborted: true }, spans, logs }));
  assert.deepEqual(
    found.map(({ code }) => code),
    ['exception', 'n1', 'slow-query', 'aborted', 'logged-warnings'],
  );
});

test('no rule throws for the data of a failed collector', () => {
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
    for (const { text } of getFindings(profile({ summary: { status, aborted: true }, data })))
      assert.equal(typeof text, 'string');
  }
});

test('the seeded codes are the codes that the search accepts', () => {
  for (const { code } of WITH_ISSUES) assert.ok((FINDING_CODES as readonly string[]).includes(code), code);
  assert.deepEqual([...new Set(WITH_ISSUES.map(({ code }) => code))].toSorted(), [...FINDING_CODES].toSorted());
});

for (const [sql, name] of [
  ['select "id" from "country" where "code" = ?', 'country by code'],
  ['INSERT INTO public.city (name) VALUES ($1)', 'insert city'],
  ['delete from a where b in (?) and c < ?', 'delete a by b, c'],
  ['begin', 'begin'],
] as const) {
  test(`nameOfQuery describes ${sql} as ${name}`, () => assert.equal(nameOfQuery(sql), name));
}

test('the finding n1 names the group with the longest total time, not the first or the largest', () => {
  const group = (table: string, count: number, number: number, from: number) =>
    Array.from({ length: count }, (_, i) => query(`select * from ${table} where id = ?`, [i], from + i, number));
  const named = (...spans: ReturnType<typeof group>[]) =>
    getFindings(profile({ spans: spans.flat() })).find(({ code }) => code === 'n1')!.text;
  assert.match(named(group('fast', 6, 0.2, 1), group('costly', 6, 4, 20)), /6 × `costly by id`/);
  assert.match(named(group('many', 20, 0.2, 1), group('costly', 6, 4, 50)), /6 × `costly by id`/);
  assert.match(named(group('costly', 6, 4, 1), group('fast', 6, 0.2, 50)), /6 × `costly by id`/);
});

test('the finding duplicate-queries names the slower of two equally frequent queries', () => {
  const same = (table: string, number: number, from: number) =>
    Array.from({ length: 3 }, (_, i) => query(`select * from ${table} where id = ?`, [1], from + i, number));
  const spans = [...same('fast', 0.2, 1), ...same('costly', 4, 20)];
  const { text } = getFindings(profile({ spans })).find(({ code }) => code === 'duplicate-queries')!;
  assert.match(text, /`costly by id`/);
});

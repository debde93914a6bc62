import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, mayStandOut } from './findings.ts';
import type { Finding, RecordedOperation, RecordedRun } from '../profile.ts';
import { profile } from './seeded-profiles.test.ts';

const LIST = {
  ...{ kind: 'list', resource: 'books', parameters: ['title', 'price[gt]'], page: { by: 'none', size: 30, max: 100 } },
} as unknown as RecordedOperation;

function found(run: RecordedRun, operation: Partial<RecordedOperation> = {}, status = 200): Finding[] {
  const made = profile({ summary: { status }, data: { run, operation: { ...LIST, ...operation } } });
  const findings = findingsOf(made);
  if (findings.length > 0) equal(mayStandOut(made.summary, made.data), true);
  return findings;
}

test('a filter that was ignored is named, with the one that was meant', () => {
  const [finding] = found({ ignored: ['utm_source', 'titel', 'x'] });
  equal(finding!.code, 'ignored-parameter');
  equal(finding!.panel, 'operation');
  match(finding!.text, /`titel` and 1 more had no effect .* did you mean `title`\?/);
});

test('what advertisements and caches add to an address, and what one item is asked, is no finding', () => {
  const foreign = ['utm_campaign', 'gclid', 'fbclid', 'msclkid', '_', 'cb', 'mc_eid', 'ref'];
  deepEqual(found({ ignored: foreign }), []);
  deepEqual(found({ ignored: ['titel'] }, { kind: 'get' }), []);
});

test('a long list without pages says why it has none; short ones and pages are no finding', () => {
  const all = (items: number): RecordedRun => ({ window: { by: 'all' }, given: { items } });
  match(found(all(600))[0]!.text, /600 items in one answer, because books have `page: \{ by: 'none' \}`/);
  match(
    found(all(600), { page: { by: 'offset', size: 30, max: 100 } })[0]!.text,
    /because the client switched pages off/,
  );
  deepEqual(found(all(249)), []);
  deepEqual(found({ window: { by: 'offset', page: 1, limit: 1000 }, given: { items: 1000 } }), []);
  deepEqual(found({ window: { by: 'all' }, given: {} }), []);
});

test('an ordinary request to a resource is not even looked at', () => {
  const { summary, data } = profile({});
  equal(mayStandOut(summary, { ...data, run: { window: { by: 'offset', page: 1, limit: 30 } } }), false);
});

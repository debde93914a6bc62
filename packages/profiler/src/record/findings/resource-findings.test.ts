import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { getFindings, mayHaveFindings } from './findings.ts';
import type { Finding } from '../../profile/profile.ts';
import type { RecordedRun, RecordedOperation } from '../../profile/recorded-operation.ts';
import { profile } from './seeded-profiles.test.ts';

const LIST = {
  ...{ kind: 'list', resource: 'books', parameters: ['title', 'price[gt]'], page: { by: 'none', size: 30, max: 100 } },
} as unknown as RecordedOperation;

function found(run: RecordedRun, operation: Partial<RecordedOperation> = {}, status = 200): Finding[] {
  const made = profile({ summary: { status }, data: { run, operation: { ...LIST, ...operation } } });
  const findings = getFindings(made);
  if (findings.length > 0) equal(mayHaveFindings(made.summary, made.data), true);
  return findings;
}

test('an ignored filter is a finding with a suggestion', () => {
  const [finding] = found({ ignored: ['utm_source', 'titel', 'x'] });
  equal(finding!.code, 'ignored-parameter');
  equal(finding!.panel, 'operation');
  match(finding!.text, /Unknown parameters `titel` and 1 more were ignored; did you mean `title`\?/);
});

test('tracking parameters, and unknown parameters of a single item, are not a finding', () => {
  const foreign = ['utm_campaign', 'gclid', 'fbclid', 'msclkid', '_', 'cb', 'mc_eid', 'ref'];
  deepEqual(found({ ignored: foreign }), []);
  deepEqual(found({ ignored: ['titel'] }, { kind: 'get' }), []);
});

test('a long list without pagination is a finding with the reason; short and paginated lists are not', () => {
  const all = (items: number): RecordedRun => ({ window: { by: 'all' }, given: { items } });
  match(found(all(600))[0]!.text, /600 items in one response, because books have `page: \{ by: 'none' \}`/);
  match(
    found(all(600), { page: { by: 'offset', size: 30, max: 100 } })[0]!.text,
    /because the client disabled pagination/,
  );
  deepEqual(found(all(249)), []);
  deepEqual(found({ window: { by: 'offset', page: 1, limit: 1000 }, given: { items: 1000 } }), []);
  deepEqual(found({ window: { by: 'all' }, given: {} }), []);
});

test('no rule runs for an ordinary request to a resource', () => {
  const { summary, data } = profile({});
  equal(mayHaveFindings(summary, { ...data, run: { window: { by: 'offset', page: 1, limit: 30 } } }), false);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DEFAULT_GRACE_PERIOD } from '../../packages/host/src/server/server-options.ts';
import { toMilliseconds } from '../../packages/core/src/http/duration.ts';
import type { Duration } from '../../packages/core/src/http/duration.ts';
import { resolveCaps } from '../../packages/profiler/src/store/profile-storage.ts';
import { checkConfigurationPages } from './configuration-page.ts';
import { findOptionIssues } from './option-issues.ts';
import { OptionReader } from './option-reader.ts';
import type { Option } from './option-reader.ts';

const reader = new OptionReader();
after(() => reader.close());

test('the generated pages list every option and are up to date', async () => {
  assert.deepEqual(await checkConfigurationPages(), []);
});

test('defaults in doc comments are those that the code uses', () => {
  const defaults: Readonly<Record<string, object>> = {
    StorageCaps: resolveCaps(),
    HostConfig: { gracePeriod: DEFAULT_GRACE_PERIOD },
  };
  for (const [name, expected] of Object.entries(defaults)) {
    const documented = new Map(reader.read(name).map((option) => [option.name, option.default]));
    for (const [option, value] of Object.entries(expected) as [string, Duration][])
      assert.equal(getNumber(documented.get(option) ?? `${option}?`), toMilliseconds(value), `${name}.${option}`);
  }
});

test('an incomplete doc comment is reported', () => {
  const option: Option = {
    ...{ name: 'x', type: 'number', isRequired: false, mentions: [], place: 'x.ts:1' },
    ...{ description: '', default: undefined, unit: undefined },
  };
  const findIssues = (change: Partial<Option>) => findOptionIssues({ ...option, ...change }).map(({ what }) => what);
  assert.deepEqual(findIssues({}), ['x has no description', 'x has no default', 'x has no unit']);
  const complete = { description: 'The size.', default: '1_024', unit: 'bytes' };
  assert.deepEqual(findIssues(complete), []);
  assert.deepEqual(findIssues({ ...complete, default: 'that of the host' }), []);
  assert.deepEqual(findIssues({ ...complete, default: undefined, isRequired: true }), []);
  assert.deepEqual(findIssues({ ...complete, description: 'The size. Default 7.' }), [
    'x states its default in its description',
  ]);
  for (const [type, value] of [
    ['number', "'1 s'"],
    ['boolean', '1'],
    ['Duration', "'1 m'"],
    ["'a' | 'b'", "'c'"],
  ] as const)
    assert.deepEqual(findIssues({ ...complete, type, default: value }), [`x cannot have the default ${value}`]);
});

function getNumber(text: string): number {
  const duration = /^'(.*)'$/.exec(text)?.[1];
  return duration === undefined ? Number(text.replaceAll('_', '')) : toMilliseconds(duration as Duration);
}

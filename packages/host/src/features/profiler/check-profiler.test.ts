import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryProfileStorage } from '../../../../profiler/src/store/memory/memory-profile-storage.ts';
import { panel } from '../../../../profiler/src/view/panels/define-panel.ts';
import { describeKeepIssue } from '../../../../profiler/src/store/search/keep-searches.ts';
import { validateProfiler } from './check-profiler.ts';
import type { HostConfig } from '../../host/config.ts';

const findIssues = (profiler: unknown) => [...validateProfiler({ profiler } as HostConfig, describeKeepIssue)];
const wrong = (profiler: unknown) => findIssues(profiler).map(({ place, code }) => `${place} [${code}]`);
const tenant = panel({ name: 'tenant', title: 'Tenant', collect: () => 1, view: () => ({ blocks: [] }) });

test('every setting of the profiler is accepted', () => {
  const profiler = {
    file: 'var/profiler.sqlite',
    storage: new MemoryProfileStorage(),
    caps: { profiles: 10, bytes: 1_000_000, age: '48 h' },
    bodyCap: 0,
    record: 'all',
    keep: ['status:>=400', 'dur:>250 has:n1'],
    sample: 0.01,
    perMinute: 600,
    propagate: ['api.example', '*.internal', '10.0.0.7'],
    editor: 'vscode',
    editorPaths: { '/app': '/home/me/shop' },
    redact: { names: ['boarding code', /^x-/], keep: ['csrf-mode'] },
    panels: [tenant],
    explain: () => ({ kind: 'table', head: [], rows: [] }),
    key: 'long-and-random-with-32-bytes-or-more',
    exposeToken: false,
    toolbar: true,
  };
  assert.deepEqual(findIssues(profiler), []);
  assert.deepEqual(findIssues(Object.fromEntries(Object.keys(profiler).map((key) => [key, undefined]))), []);
});

test('all issues are reported at once, each with its place', () => {
  const profiler = {
    fil: 'x',
    file: 7,
    storage: { read() {} },
    caps: { profile: 3, profiles: 0, bytes: '1', age: Infinity },
    bodyCap: -1,
    record: { slowerThan: 1, sample: 1 },
    keep: ['stauts:500', '', 'since:10m', 7, ' '],
    sample: 2,
    perMinute: 0,
    propagate: ['https://api.example', 'stock'],
    editor: 'javascript:alert(1)//{file}{line}',
    editorPaths: ['/app'],
    redact: { name: [], names: ['', 7], keep: 'token' },
    panels: [tenant, { name: 'bare' }, tenant],
    explain: 'yes',
    key: 12345,
    toolbar: 'yes',
  };
  assert.deepEqual(wrong(profiler), [
    'profiler.fil [ORIEL_CONFIG_KEY]',
    'profiler.file [ORIEL_CONFIG_PROFILER]',
    'profiler.storage [ORIEL_PROFILER_STORAGE]',
    'profiler.caps.profile [ORIEL_CONFIG_KEY]',
    'profiler.caps.profiles [ORIEL_CONFIG_NUMBER]',
    'profiler.caps.bytes [ORIEL_CONFIG_NUMBER]',
    'profiler.caps.age [ORIEL_CONFIG_DURATION]',
    'profiler.bodyCap [ORIEL_CONFIG_NUMBER]',
    'profiler.record [ORIEL_CONFIG_CHOICE]',
    'profiler.keep[1] [ORIEL_CONFIG_PROFILER]',
    'profiler.keep[3] [ORIEL_CONFIG_PROFILER]',
    'profiler.sample [ORIEL_CONFIG_NUMBER]',
    'profiler.perMinute [ORIEL_CONFIG_NUMBER]',
    'profiler.propagate[0] [ORIEL_CONFIG_PROFILER]',
    'profiler.redact.name [ORIEL_CONFIG_KEY]',
    'profiler.redact.names[0] [ORIEL_CONFIG_PROFILER]',
    'profiler.redact.names[1] [ORIEL_CONFIG_PROFILER]',
    'profiler.redact.keep [ORIEL_CONFIG_PROFILER]',
    'profiler.panels[1] [ORIEL_CONFIG_PROFILER]',
    'profiler.explain [ORIEL_CONFIG_PROFILER]',
    'profiler.editor [ORIEL_CONFIG_PROFILER]',
    'profiler.editorPaths [ORIEL_CONFIG_PROFILER]',
    'profiler.key [ORIEL_PROFILER_KEY]',
    'profiler.toolbar [ORIEL_CONFIG_PROFILER]',
    'profiler.keep[0] [ORIEL_CONFIG_PROFILER]',
    'profiler.keep[2] [ORIEL_CONFIG_PROFILER]',
    'profiler.keep[4] [ORIEL_CONFIG_PROFILER]',
    'profiler.panels [ORIEL_PROFILER_PANEL]',
  ]);
});

test('unknown settings at every depth are reported with the most similar known one', () => {
  const fixes = findIssues({ recrod: 'all', caps: { byte: 1 }, redact: { nams: [] } }).map(({ fix }) => fix);
  assert.deepEqual(fixes, ['Did you mean "record"?', 'Did you mean "bytes"?', 'Did you mean "names"?']);
  assert.match(findIssues({ zebra: 1 })[0]!.fix, /^Use one of: file, storage, caps, /);
});

test('an incomplete storage is reported with its missing methods', () => {
  const [half] = findIssues({ storage: { ...roles('lease write read find pin unpin clear') } });
  assert.equal(half!.reason, 'It has no close()');
  assert.equal(findIssues({ storage: 'memory' })[0]!.reason, 'It is "memory"');
  assert.equal(findIssues({ storage: MemoryProfileStorage })[0]!.reason, 'It is a function');
});

test('values of any type are reported and never throw another error', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  for (const odd of [null, 1n, Symbol('s'), circle, [], () => {}, new Date(), NaN, true]) {
    for (const name of ['file', 'storage', 'caps', 'bodyCap', 'record', 'redact', 'panels', 'explain', 'key']) {
      // A list is valid for panels, and a function for explain.
      const found = wrong({ [name]: odd });
      const isRight = (name === 'panels' && Array.isArray(odd)) || (name === 'explain' && typeof odd === 'function');
      assert.equal(found.length > 0, !isRight, `${name}: ${String(odd === circle ? 'circle' : odd)}`);
      assert.ok(found.every((text) => text.startsWith(`profiler.${name}`)));
    }
  }
});

test('an issue never contains the key', () => {
  for (const key of [{ secret: 'hunter2' }, ['hunter2'], 4711_4711]) {
    assert.doesNotMatch(JSON.stringify(findIssues({ key })), /hunter2|4711/);
  }
});

test('a key of less than 32 bytes is rejected, and the issue does not contain it', () => {
  for (const key of ['x', 'hunter2', 'x'.repeat(31), 'é'.repeat(15)]) {
    assert.deepEqual(wrong({ key }), ['profiler.key [ORIEL_PROFILER_KEY]'], key);
    const [{ reason, fix } = { reason: '', fix: '' }] = findIssues({ key });
    assert.match(reason, new RegExp(`^It has ${Buffer.byteLength(key)} bytes?, so it can be guessed`));
    assert.match(fix, /at least 32 bytes/);
    assert.doesNotMatch(JSON.stringify([reason, fix]), /hunter2|xxx|é/);
  }
  for (const key of ['x'.repeat(32), 'é'.repeat(16)]) assert.deepEqual(findIssues({ key }), []);
});

test('an empty key is rejected', () => {
  assert.deepEqual(wrong({ key: '' }), ['profiler.key [ORIEL_PROFILER_KEY]']);
  assert.deepEqual(wrong({ record: 'on-demand', key: '' }), ['profiler.key [ORIEL_PROFILER_KEY]']);
  assert.deepEqual(wrong({ record: 'on-demand', key: 'x'.repeat(32), keep: ['status:500'] }), [
    'profiler.keep [ORIEL_CONFIG_PROFILER]',
  ]);
  assert.deepEqual(wrong({ record: 'on-demand' }), ['profiler.key [ORIEL_PROFILER_KEY]']);
});

function roles(names: string): Record<string, () => void> {
  return Object.fromEntries(names.split(' ').map((name) => [name, () => {}]));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateConfig } from './check-config.ts';
import type { HostConfig } from './config.ts';
import { on } from './on.ts';
import { route } from '../routes/route.ts';

/** Returns the issues of a configuration as `place [code]`. */
function wrong(config: unknown): string[] {
  return validateConfig(config as HostConfig).map(({ place, code }) => `${place} [${code}]`);
}

function getFix(config: unknown): string {
  return validateConfig(config as HostConfig)[0]!.fix;
}

const handle = () => 'x';

test('an ordinary configuration has no issues', () => {
  const config: HostConfig = {
    title: 'Atlas',
    routes: [route('x', 'GET /x', { handle })],
    listeners: [on('kernel.request', 1, 'x', () => {})],
    hosts: { names: ['example.com', '*.example.com', '*', '[::1]'], www: 'add' },
    limits: { time: 0, bodyTimeout: '10 s' },
    gracePeriod: '1 min',
    log: { level: 'none' },
    query: 'lenient',
  };
  assert.deepEqual(wrong(config), []);
  assert.deepEqual(wrong({ log: false }), []);
});

test('all issues are reported at once', () => {
  const config = {
    routs: [],
    limits: { tme: 1, time: -1 },
    routes: [7, { name: 'x' }],
    hosts: { names: ['Example.com', 'http://a', 7] },
    listeners: [{ event: 'kernel.respnse', priority: 'high' }, null],
    gracePeriod: '10',
    query: 'loose',
    log: { level: 'loud' },
  };
  assert.deepEqual(wrong(config), [
    'routs [ORIEL_CONFIG_KEY]',
    'hosts.names[0] [ORIEL_CONFIG_HOST_NAME]',
    'hosts.names[1] [ORIEL_CONFIG_HOST_NAME]',
    'hosts.names[2] [ORIEL_CONFIG_HOST_NAME]',
    'limits.tme [ORIEL_CONFIG_KEY]',
    'limits.time [ORIEL_CONFIG_DURATION]',
    'gracePeriod [ORIEL_CONFIG_DURATION]',
    'query [ORIEL_CONFIG_CHOICE]',
    'log.level [ORIEL_CONFIG_CHOICE]',
    'routes[0] [ORIEL_CONFIG_ROUTE]',
    'routes[1] "x" [ORIEL_ROUTE_HANDLE]',
    'listeners[0] [ORIEL_LISTENER_EVENT]',
    'listeners[0] [ORIEL_LISTENER_PRIORITY]',
    'listeners[0] [ORIEL_LISTENER_HANDLE]',
    'listeners[1] [ORIEL_LISTENER_EVENT]',
    'listeners[1] [ORIEL_LISTENER_PRIORITY]',
    'listeners[1] [ORIEL_LISTENER_HANDLE]',
  ]);
});

test('an unknown setting is reported with the most similar known one', () => {
  assert.equal(getFix({ routs: [] }), 'Did you mean "routes"?');
  assert.match(getFix({ zebra: 1 }), /^Use one of: title, /);
  assert.equal(
    getFix({ listeners: [{ event: 'kernel.respnse', priority: 0, handle }] }),
    'Did you mean "kernel.response"?',
  );
  assert.match(getFix({ listeners: [{ event: 'zebra', priority: 0, handle }] }), /^Use one of: kernel\.request, /);
});

test('a configuration that is not an object is reported', () => {
  assert.deepEqual(wrong(null), ['defineHost(…) [ORIEL_CONFIG_OBJECT]']);
  assert.deepEqual(wrong('x'), ['defineHost(…) [ORIEL_CONFIG_OBJECT]']);
});

test('settings that must be lists are reported when they are not', () => {
  assert.deepEqual(wrong({ routes: {}, listeners: 'x' }), [
    'routes [ORIEL_CONFIG_ROUTES]',
    'listeners [ORIEL_CONFIG_LISTENERS]',
  ]);
});

test('any invalid value of hosts is reported', () => {
  for (const hosts of [{}, { names: [] }, { names: 'example.com' }])
    assert.deepEqual(wrong({ hosts }), ['hosts.names [ORIEL_CONFIG_HOSTS]']);
  for (const hosts of [null, 'example.com']) assert.deepEqual(wrong({ hosts }), ['hosts [ORIEL_CONFIG_HOSTS]']);
  assert.deepEqual(wrong({ hosts: { names: ['*'], www: 'yes' } }), ['hosts.www [ORIEL_CONFIG_CHOICE]']);
});

test('settings that are null are reported or ignored, and never throw another error', () => {
  assert.deepEqual(
    wrong({ limits: null, log: null, routes: [null], listeners: [null] }).filter((text) => text.startsWith('routes')),
    ['routes[0] [ORIEL_CONFIG_ROUTE]'],
  );
});

test('durations and numbers with other values are reported', () => {
  for (const value of [-1, NaN, Infinity, '5', null])
    assert.deepEqual(wrong({ gracePeriod: value }), ['gracePeriod [ORIEL_CONFIG_DURATION]']);
  assert.deepEqual(wrong({ limits: { body: '1', bodyTimeout: '1' } }), [
    'limits.body [ORIEL_CONFIG_NUMBER]',
    'limits.bodyTimeout [ORIEL_CONFIG_DURATION]',
  ]);
});

test('an unknown ORIEL_MODE is reported when the host is defined, not with the first request', (t) => {
  process.env['ORIEL_MODE'] = 'prod';
  t.after(() => delete process.env['ORIEL_MODE']);
  assert.deepEqual(wrong({}), ['ORIEL_MODE [ORIEL_CONFIG_MODE]']);
});

test('unknown recording rules and missing profiler keys are reported', () => {
  for (const rule of [{ record: 'all' }, { keep: ['status:>=400'] }, { sample: 0 }, { sample: 1 }, { perMinute: 1 }])
    assert.deepEqual(wrong({ profiler: rule }), []);
  assert.deepEqual(wrong({ profiler: { record: 'on-demand', key: 'x'.repeat(32) } }), []);
  for (const record of ['errors', { sample: 1 }, null, 7])
    assert.deepEqual(
      wrong({ profiler: { record } }),
      ['profiler.record [ORIEL_CONFIG_CHOICE]'],
      JSON.stringify(record),
    );
  assert.deepEqual(wrong({ profiler: { record: 'on-demand', key: '' } }), ['profiler.key [ORIEL_PROFILER_KEY]']);
  for (const profiler of ['on', null, true])
    assert.deepEqual(wrong({ profiler }), ['profiler [ORIEL_CONFIG_PROFILER]']);
  assert.deepEqual(wrong({ profiler: false }), []);
});

test('unknown settings of the host, its names and its log are reported', () => {
  const config = {
    hosts: { names: ['example.com'], ww: 'add' },
    log: { levle: 'info' },
    limits: { bodyTimeOut: 1_000 },
  };
  assert.deepEqual(
    validateConfig(config as never).map(({ place, fix }) => `${place}: ${fix}`),
    [
      'hosts.ww: Did you mean "www"?',
      'limits.bodyTimeOut: Did you mean "bodyTimeout"?',
      'log.levle: Did you mean "level"?',
    ],
  );
});

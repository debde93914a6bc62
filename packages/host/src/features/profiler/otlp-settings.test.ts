import { deepEqual, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { OTLP } from './otlp-settings.ts';

const findPaths = (value: unknown): string[] => [...OTLP.validate('profiler.otlp', value)].map(({ place }) => place);

test('an address of a collector and complete settings are valid', () => {
  const settings = {
    ...{ url: 'https://collector.example/base', headers: { Authorization: 'Bearer x' }, logs: false },
    ...{ resource: { 'deployment.environment.name': 'prod' } },
  };
  for (const value of ['http://collector:4318', { url: 'http://localhost:4318' }, settings])
    deepEqual(findPaths(value), [], JSON.stringify(value));
});

test('each invalid setting is an issue with its place', () => {
  const url = 'http://collector:4318';
  const cases: readonly (readonly [unknown, string])[] = [
    [true, 'profiler.otlp'],
    ['collector:4318', 'profiler.otlp'],
    [{}, 'profiler.otlp.url'],
    [{ url: 'grpc://collector:4317' }, 'profiler.otlp.url'],
    [{ url: `${url}/v1/traces` }, 'profiler.otlp.url'],
    [{ url, logs: 'no' }, 'profiler.otlp.logs'],
    [{ url, headers: ['a'] }, 'profiler.otlp.headers'],
    [{ url, headers: { 'x-key': 'two\r\nlines' } }, 'profiler.otlp.headers.x-key'],
    [{ url, resource: { zone: 7 } }, 'profiler.otlp.resource.zone'],
    [{ url, timeout: '5 s' }, 'profiler.otlp.timeout'],
    [{ url, retries: 3 }, 'profiler.otlp.retries'],
  ];
  for (const [value, path] of cases) deepEqual(findPaths(value), [path], JSON.stringify(value));
});

test('issues contain neither a password of the address nor the value of a header', () => {
  const headers = { Authorization: 'planted-secret\n' };
  const issues = [...OTLP.validate('profiler.otlp', { url: 'http://ada:planted-secret@collector', headers })];
  match(issues[0]!.reason, /user name or a password/);
  ok(!JSON.stringify(issues).includes('planted-secret'));
});

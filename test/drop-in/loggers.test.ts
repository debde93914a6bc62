import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { RecordedLog } from '../../packages/profiler/src/profile/profile.ts';
import { eventually, startApplication } from './lib/application.ts';

test('records of pino have its level, message, fields and name, after its redaction', async (t) => {
  const [found, failed, ...others] = await getLogs(t, '/pino');
  assert.deepEqual(simple(found!), ['info', 'shop', 'found 3']);
  assert.deepEqual(JSON.parse(found!.context), { city: 'Lisbon', password: '•••', card: '[Redacted]' });
  assert.deepEqual(simple(failed!), ['error', 'shop', 'too far']);
  assert.match(failed!.context, /"part":"cart".*RangeError/);
  assert.equal(others.length, 0);
});

test('records of winston have its level, message and fields, and the service as channel', async (t) => {
  const [found, failed, ...others] = await getLogs(t, '/winston');
  assert.deepEqual(simple(found!), ['info', 'stock', 'found 3']);
  assert.deepEqual(JSON.parse(found!.context), { city: 'Lisbon', password: '•••', service: 'stock' });
  assert.deepEqual(simple(failed!), ['error', 'stock', 'too far']);
  assert.deepEqual(JSON.parse(failed!.context), { code: 7, part: 'cart', service: 'stock' });
  assert.equal(others.length, 0);
});

test('records of bunyan have its level, message, fields and name', async (t) => {
  const [found, failed, ...others] = await getLogs(t, '/bunyan');
  assert.deepEqual(simple(found!), ['info', 'mail', 'found 3']);
  assert.deepEqual(JSON.parse(found!.context), { city: 'Lisbon', password: '•••' });
  assert.deepEqual(simple(failed!), ['critical', 'mail', 'too far']);
  assert.match(failed!.context, /"part":"cart".*RangeError/);
  assert.equal(others.length, 0);
});

test('a record of a logger that prints with the console is recorded once', async (t) => {
  assert.deepEqual((await getLogs(t, '/console')).map(simple), [
    ['info', 'pino', 'once'],
    ['info', 'winston', 'once'],
    ['info', 'console', 'once'],
    ['info', 'console', 'plain'],
  ]);
});

test('loggers print the same with and without the recorder', async (t) => {
  const [plain, recorded] = await Promise.all([
    startApplication(t, 'loggers.mjs', { withoutRecorder: true }),
    startApplication(t, 'loggers.mjs'),
  ]);
  for (const app of [plain, recorded])
    for (const path of ['/pino', '/winston', '/bunyan', '/console']) await (await fetch(`${app.url}${path}`)).text();
  // The streams of the loggers write at different times.
  const getLines = (app: typeof plain): string[] => withoutProcess(app.output()).split('\n').sort();
  await eventually(() => [plain, recorded].every((app) => getLines(app).length > PRINTED) || undefined);
  assert.equal(getLines(plain).filter((line) => /too far|once|found 3|plain/.test(line)).length, PRINTED - 1);
  assert.deepEqual(getLines(recorded), getLines(plain));
});

// Two lines of each of three loggers, four of the console, and one when the application listens.
const PRINTED = 11;

async function getLogs(t: TestContext, path: string): Promise<readonly RecordedLog[]> {
  const app = await startApplication(t, 'loggers.mjs');
  return (await app.profileOf(await fetch(`${app.url}${path}`))).data.logs;
}

function simple({ level, channel, message }: RecordedLog): string[] {
  return [level, channel, message];
}

function withoutProcess(output: string): string {
  return output.replace(/"pid":\d+|"time":"[^"]*"|listening on \d+/g, '…');
}

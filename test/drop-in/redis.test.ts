import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Span } from '../../src/core/trace/trace.ts';
import type { Profile } from '../../src/profiler/profile.ts';
import { drawPanel } from '../../src/profiler/panels/draw-panel.ts';
import { NO_LINKS } from '../../src/profiler/panels/view-model.ts';
import { redisPanel } from '../../src/profiler/panels/redis-panel.ts';
import { renderBlocksAsText } from '../../src/profiler/render/blocks-terminal.ts';
import { startApplication } from './lib/application.ts';
import { REDIS_URL, whyNoRedis } from './lib/redis.ts';

const skip = await whyNoRedis();
const env = { REDIS_URL };

for (const [path, client] of [
  ['/redis', 'redis'],
  ['/ioredis', 'ioredis'],
] as const)
  test(`commands of ${client} are recorded with keys, reply and caller, and without values`, { skip }, async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    const response = await fetch(`${app.url}${path}`);
    assert.equal(await response.text(), 'hunter2-value');
    const profile = await app.profileOf(response);
    const [set, get] = commandsOf(profile);
    assert.match(set!.name, /^SET oriel-drop-in:\d+:\w+( \?)+$/);
    assert.match(get!.name, /^GET oriel-drop-in:\d+:\w+$/);
    assert.equal(get!.details?.['reply'], '13 bytes');
    assert.equal(get!.details?.['client'], client);
    assert.match(String(get!.details?.['caller']), /redis\.mjs:\d+$/);
    assert.ok(get!.duration >= 0);
    assert.equal(commandsOf(profile).length, 2);
    assert.doesNotMatch(JSON.stringify(profile.data.spans), /hunter2/);
  });

test('the ids of sessions in keys are masked', { skip }, async (t) => {
  const app = await startApplication(t, 'redis.mjs', { env });
  const profile = await app.profileOf(await fetch(`${app.url}/session`));
  assert.deepEqual(
    commandsOf(profile).map(({ name }) => name),
    ['GET sess:•••', 'GET sess:•••'],
  );
});

test('the error of a command is recorded, and the application gets it unchanged', { skip }, async (t) => {
  const app = await startApplication(t, 'redis.mjs', { env });
  await (await fetch(`${app.url}/redis`)).text();
  const response = await fetch(`${app.url}/failed`);
  const errors = (await response.text()).split('\n');
  const profile = await app.profileOf(response);
  assert.deepEqual(
    commandsOf(profile).map(({ error }) => error),
    errors,
  );
  assert.match(errors[0]!, /not an integer/);
  const finding = profile.data.findings.find(({ code }) => code === 'failed-call');
  assert.match(finding?.text ?? '', /^Redis command `INCR oriel-drop-in:\d+:city` failed: ERR value is not an integer/);
});

test('transactions, callbacks and commands that wait for a connection are recorded', { skip }, async (t) => {
  const app = await startApplication(t, 'redis.mjs', { env });
  const names = async (path: string): Promise<string[]> =>
    commandsOf(await app.profileOf(await fetch(`${app.url}${path}`))).map(({ name }) => name.split(' ')[0]!);
  // Versions of redis with diagnostics channels do not publish the commands of a transaction.
  assert.match((await names('/transaction')).join(' '), /^MULTI( SET INCR EXEC)? MULTI SET INCR EXEC$/);
  assert.deepEqual(await names('/callback'), ['GET']);
  assert.ok((await names('/offline')).includes('PING'));
});

for (const client of ['redis', 'ioredis'])
  test(`an unhandled rejection of ${client} ends the process as without the recorder`, { skip }, async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    await (await fetch(`${app.url}/redis`)).text();
    await fetch(`${app.url}/unhandled-${client}`).catch(() => undefined);
    assert.equal(await app.ended(), 1);
    assert.match(app.errors(), /ERR value is not an integer/);
  });

test('commands of interleaved requests belong to the request that sent them', { skip }, async (t) => {
  const app = await startApplication(t, 'redis.mjs', { env });
  const numbers = Array.from({ length: 100 }, (_, index) => String(index));
  const responses = await Promise.all(numbers.map((n) => fetch(`${app.url}/number?n=${n}`)));
  for (const [index, response] of responses.entries()) {
    assert.equal(await response.text(), numbers[index]);
    const names = commandsOf(await app.profileOf(response)).map(({ name }) => name);
    assert.deepEqual(names, Array(6).fill(`GET n:${index}`));
  }
});

test('the Redis panel lists commands and those that were repeated', { skip }, async (t) => {
  const app = await startApplication(t, 'redis.mjs', { env });
  const profile = await app.profileOf(await fetch(`${app.url}/repeated`));
  const text = renderBlocksAsText(drawPanel(redisPanel, profile, NO_LINKS)!.blocks);
  const finding = profile.data.findings.find(({ code }) => code === 'duplicate-queries');
  assert.match(
    finding?.text ?? '',
    /^The same Redis command ran 4 times: `GET oriel-drop-in:\d+:city` from .*redis\.mjs:\d+$/,
  );
  assert.match(text, /Repeated commands[\s\S]*4[\s\S]*GET oriel-drop-in:\d+:city/);
});

function commandsOf({ data }: Profile): readonly Span[] {
  return data.spans.filter(({ kind }) => kind === 'cache');
}

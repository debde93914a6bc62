import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Span } from '../../packages/core/src/trace/trace.ts';
import type { Profile } from '../../packages/profiler/src/profile/profile.ts';
import { drawPanel } from '../../packages/profiler/src/view/panels/draw-panel.ts';
import { NO_LINKS } from '../../packages/profiler/src/profile/view-model.ts';
import { redisPanel } from '../../packages/profiler/src/view/panels/redis-panel.ts';
import { renderBlocksAsText } from '../../packages/profiler/src/view/render/blocks-terminal.ts';
import { startApplication } from './lib/application.ts';
import { getLine } from './lib/sql-drivers.ts';
import { REDIS_URL, whyNoRedis } from './lib/redis.ts';

const skip = await whyNoRedis();
const env = { REDIS_URL };

describe('redis and ioredis', { skip }, () => {
  for (const [path, client] of [
    ['/redis', 'redis'],
    ['/ioredis', 'ioredis'],
  ] as const)
    test(`commands of ${client} are recorded with keys, reply and caller, and without values`, async (t) => {
      const app = await startApplication(t, 'redis.mjs', { env });
      const response = await fetch(`${app.url}${path}`);
      assert.equal(await response.text(), 'hunter2-value');
      const profile = await app.profileOf(response);
      const [set, get] = getCommands(profile);
      assert.match(set!.name, /^SET oriel-drop-in:\d+:\w+( \?)+$/);
      assert.match(get!.name, /^GET oriel-drop-in:\d+:\w+$/);
      assert.equal(get!.details?.['reply'], '13 bytes');
      assert.equal(get!.details?.['client'], client);
      assert.match(String(get!.details?.['caller']), /redis\.mjs:\d+$/);
      assert.ok(get!.duration >= 0);
      assert.equal(getCommands(profile).length, 2);
      assert.doesNotMatch(JSON.stringify(profile.data.spans), /hunter2/);
    });

  test('the ids of sessions in keys are masked', async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    const profile = await app.profileOf(await fetch(`${app.url}/session`));
    assert.deepEqual(
      getCommands(profile).map(({ name }) => name),
      ['GET sess:•••', 'GET sess:•••'],
    );
  });

  test('the error of a command is recorded, and the application gets it unchanged', async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    await (await fetch(`${app.url}/redis`)).text();
    const response = await fetch(`${app.url}/failed`);
    const errors = (await response.text()).split('\n');
    const profile = await app.profileOf(response);
    assert.deepEqual(
      getCommands(profile).map(({ error }) => error),
      errors,
    );
    assert.match(errors[0]!, /not an integer/);
    const finding = profile.data.findings.find(({ code }) => code === 'failed-call');
    assert.match(
      finding?.text ?? '',
      /^Redis command `INCR oriel-drop-in:\d+:city` failed: ERR value is not an integer/,
    );
  });

  test('transactions, callbacks and commands that wait for a connection are recorded', async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    const names = async (path: string): Promise<string[]> =>
      getCommands(await app.profileOf(await fetch(`${app.url}${path}`))).map(({ name }) => name.split(' ')[0]!);
    assert.equal((await names('/transaction')).join(' '), 'MULTI SET INCR EXEC MULTI SET INCR EXEC');
    assert.deepEqual(await names('/callback'), ['GET']);
  });

  test('commands that prepare a connection are not those of the request that opens it', async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    for (const path of ['/offline', '/opened']) {
      const profile = await app.profileOf(await fetch(`${app.url}${path}`));
      assert.deepEqual(
        getCommands(profile)
          .map(({ name }) => name)
          .filter((name) => name !== 'QUIT'),
        ['PING'],
        path,
      );
    }
  });

  test('commands of a transaction have the reply or the error that EXEC returned', async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    const response = await fetch(`${app.url}/transaction-failed`);
    const failure = 'ERR value is not an integer or out of range';
    assert.equal(await response.text(), `${failure}\n${failure}`);
    const commands = getCommands(await app.profileOf(response)).map(({ name, details, error }) => [
      name.split(' ')[0],
      error ?? details?.['reply'],
    ]);
    const incr = ['INCR', failure];
    const rest = [incr, ['GET', '4 bytes'], ['EXEC', '3 entries']];
    assert.deepEqual(commands, [['MULTI', 'OK'], ['SET', 'OK'], ...rest, ['MULTI', 'OK'], ['SET', 'OK'], ...rest]);
  });

  test('commands of a transaction that the server discards fail with EXEC', async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    const response = await fetch(`${app.url}/transaction-aborted`);
    const discarded = 'EXECABORT Transaction discarded because of previous errors.';
    assert.equal(await response.text(), `QUEUED ${discarded} `);
    const commands = getCommands(await app.profileOf(response)).map(({ name, details, error }) => [
      name.split(' ')[0],
      error ?? details?.['reply'],
    ]);
    assert.deepEqual(commands, [
      ['MULTI', 'OK'],
      ['SET', discarded],
      ['GET', discarded],
      ['SET', "ERR wrong number of arguments for 'set' command"],
      ['EXEC', discarded],
      ['GET', 'nil'],
    ]);
  });

  test('the keys and fields of reading commands are recorded, and repetitions are found', async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    const profile = await app.profileOf(await fetch(`${app.url}/fields`));
    const names = getCommands(profile).map(({ name }) => name.replaceAll(/oriel-drop-in:\d+:/g, ''));
    assert.deepEqual(names.slice(0, 4), ['HGETALL hash', 'HGET hash field', 'MGET one two', 'TTL one']);
    const repeated = profile.data.findings.filter(({ code }) => code === 'duplicate-queries');
    assert.ok(repeated.some(({ text }) => /`HGETALL oriel-drop-in:\d+:hash`/.test(text)));
  });

  for (const [path, key] of [
    ['/automatic', 'automatic'],
    ['/pooled', 'pooled'],
  ] as const)
    test(`${path}: commands that are sent together belong to the request that created them`, async (t) => {
      const app = await startApplication(t, 'redis.mjs', { env });
      const responses = await Promise.all([1, 2].map((n) => fetch(`${app.url}${path}?n=${n}`)));
      for (const [index, response] of responses.entries()) {
        const commands = getCommands(await app.profileOf(response));
        assert.deepEqual(
          commands.map(({ name }) => name),
          [`GET ${key}:${index + 1}`],
        );
        if (path === '/automatic') assert.equal(commands[0]!.details?.['caller'], getLine('redis.mjs', 'automatic'));
      }
    });

  test('commands on a closed connection fail as without the recorder', async (t) => {
    const [recorded, plain] = await Promise.all([
      startApplication(t, 'redis.mjs', { env }),
      startApplication(t, 'redis.mjs', { env, withoutRecorder: true }),
    ]);
    const response = await fetch(`${recorded.url}/closed`);
    const stacks = await response.text();
    assert.equal(stacks, await (await fetch(`${plain.url}/closed`)).text());
    const errors = getCommands(await recorded.profileOf(response)).flatMap(({ error = [] }) => error);
    // Version 4 of redis rejects the command in a private method.
    assert.match(errors.join(', '), /^(The client is closed, )?Connection is closed\.$/);
  });

  for (const client of ['redis', 'ioredis'])
    test(`an unhandled rejection of ${client} ends the process as without the recorder`, async (t) => {
      const app = await startApplication(t, 'redis.mjs', { env });
      await (await fetch(`${app.url}/redis`)).text();
      await fetch(`${app.url}/unhandled-${client}`).catch(() => undefined);
      assert.equal(await app.ended(), 1);
      assert.match(app.errors(), /ERR value is not an integer/);
    });

  test('commands of interleaved requests belong to the request that sent them', async (t) => {
    const app = await startApplication(t, 'redis.mjs', { env });
    const numbers = Array.from({ length: 100 }, (_, index) => String(index));
    const responses = await Promise.all(numbers.map((n) => fetch(`${app.url}/number?n=${n}`)));
    for (const [index, response] of responses.entries()) {
      assert.equal(await response.text(), numbers[index]);
      const names = getCommands(await app.profileOf(response)).map(({ name }) => name);
      assert.deepEqual(names, Array(6).fill(`GET n:${index}`));
    }
  });

  test('the Redis panel lists commands and those that were repeated', async (t) => {
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
});

function getCommands({ data }: Profile): readonly Span[] {
  return data.spans.filter(({ kind }) => kind === 'cache');
}

/** Hubs in processes of their own that share a stream in Redis. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { connectRedis } from '../../src/integrations/redis/redis.contract.ts';
import { EventReader } from './event-reader.ts';
import { HUB, bearer, everything } from './hub-under-test.ts';

const { prefix, skip, close } = await connectRedis('processes');
test.after(close);
const ALL = bearer(everything());

interface Running {
  readonly port: number;
  kill(): void;
}

async function start(t: TestContext, key: string, port = 0): Promise<Running> {
  const options = { env: { ...process.env, KEY: key, PORT: String(port) }, execArgv: ['--conditions=oriel:source'] };
  const child: ChildProcess = fork(new URL('serve-shared.ts', import.meta.url), options);
  t.after(() => child.kill('SIGKILL'));
  const heard = await new Promise<number>((resolve, reject) => {
    child.once('message', (sent) => resolve(Number(sent)));
    child.once('exit', (code) => reject(new Error(`It ended with ${code}`)));
  });
  child.removeAllListeners('exit');
  return { port: heard, kill: () => void child.kill('SIGKILL') };
}

async function publish({ port }: Running, data: string): Promise<void> {
  const body = new URLSearchParams({ topic: 'a', data });
  const { status } = await fetch(`http://127.0.0.1:${port}${HUB}`, { method: 'POST', headers: ALL, body });
  assert.equal(status, 200);
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited++) {
    assert.ok(waited < 1000, 'it does not come');
    await sleep(20);
  }
}

test('EventSource loses nothing and gets nothing twice when its process dies and comes again', { skip }, async (t) => {
  const key = `${prefix}restart`;
  const [one, other] = await Promise.all([start(t, key), start(t, key)]);
  const source = new EventSource(`http://127.0.0.1:${one.port}${HUB}?match=a`);
  t.after(() => source.close());
  const heard: string[] = [];
  let opened = 0;
  source.addEventListener('open', () => opened++);
  source.addEventListener('message', ({ data }: { data: string }) => heard.push(data));
  await until(() => opened === 1);
  await publish(other, '1');
  await until(() => heard.length === 1);
  one.kill();
  await publish(other, '2');
  await publish(other, '3');
  const again = await start(t, key, one.port);
  await until(() => heard.length === 3);
  await publish(again, '4');
  await publish(other, '5');
  await until(() => heard.length === 5);
  assert.deepEqual(heard, ['1', '2', '3', '4', '5']);
});

test('everybody hears of a subscription and lists it', { skip }, async (t) => {
  const key = `${prefix}subscriptions`;
  const [one, other] = await Promise.all([start(t, key), start(t, key)]);
  const open = async ({ port }: Running, query: string): Promise<EventReader> =>
    new EventReader(await fetch(`http://127.0.0.1:${port}${HUB}?${query}`, { headers: ALL }));
  const listOf = async ({ port }: Running): Promise<readonly { match: string }[]> => {
    const response = await fetch(`http://127.0.0.1:${port}${HUB}/subscriptions`, { headers: ALL });
    return ((await response.json()) as { subscriptions: { match: string }[] }).subscriptions;
  };
  const about = await open(other, `match_urlpattern=${HUB}/subscriptions/*`);
  // It hears of itself, first.
  assert.equal((JSON.parse((await about.data())!) as { active: boolean }).active, true);
  const reader = await open(one, 'match=here');
  const told = JSON.parse((await about.data())!) as { id: string; match: string; active: boolean };
  assert.deepEqual([told.match, told.active], ['here', true]);
  const isListed = async (at: Running, match: string): Promise<boolean> =>
    (await listOf(at)).some((each) => each.match === match);
  for (const each of [one, other]) assert.equal(await isListed(each, 'here'), true);
  // One alone is found as well, and what everybody is told is what is listed.
  const single = await fetch(`http://127.0.0.1:${other.port}${told.id}`, { headers: ALL });
  assert.deepEqual(await single.json(), told);
  await reader.close();
  const over = JSON.parse((await about.data())!) as { match: string; active: boolean };
  assert.deepEqual([over.match, over.active], ['here', false]);
  assert.equal(await isListed(other, 'here'), false);
  assert.equal((await fetch(`http://127.0.0.1:${other.port}${told.id}`, { headers: ALL })).status, 404);
  await about.close();
});

/** Hubs in separate processes that share a stream in Redis. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { connectRedis } from '../contracts/redis.ts';
import { EventReader } from './event-reader.ts';
import { HUB, bearer, fullAccessToken } from './test-hub.ts';

const { prefix, skip, close } = await connectRedis('processes');
test.after(close);
const ALL = bearer(fullAccessToken());

interface Running {
  readonly port: number;
  kill(): void;
}

async function start(t: TestContext, key: string, port = 0): Promise<Running> {
  const options = { env: { ...process.env, KEY: key, PORT: String(port) }, execArgv: ['--conditions=oriel:source'] };
  const child: ChildProcess = fork(new URL('serve-with-redis.ts', import.meta.url), options);
  t.after(() => child.kill('SIGKILL'));
  const listeningPort = await new Promise<number>((resolve, reject) => {
    child.once('message', (sent) => resolve(Number(sent)));
    child.once('exit', (code) => reject(new Error(`The process exited with ${code}`)));
  });
  child.removeAllListeners('exit');
  return { port: listeningPort, kill: () => void child.kill('SIGKILL') };
}

async function publish({ port }: Running, data: string): Promise<void> {
  const body = new URLSearchParams({ topic: 'a', data });
  const { status } = await fetch(`http://127.0.0.1:${port}${HUB}`, { method: 'POST', headers: ALL, body });
  assert.equal(status, 200);
}

async function until(isMet: () => boolean): Promise<void> {
  for (let waited = 0; !isMet(); waited++) {
    assert.ok(waited < 1000, 'the condition was not met in time');
    await sleep(20);
  }
}

test('EventSource receives each update once when its process is killed and restarted', { skip }, async (t) => {
  const key = `${prefix}restart`;
  const [one, other] = await Promise.all([start(t, key), start(t, key)]);
  const source = new EventSource(`http://127.0.0.1:${one.port}${HUB}?match=a`);
  t.after(() => source.close());
  const received: string[] = [];
  let opened = 0;
  source.addEventListener('open', () => opened++);
  source.addEventListener('message', ({ data }: { data: string }) => received.push(data));
  await until(() => opened === 1);
  await publish(other, '1');
  await until(() => received.length === 1);
  one.kill();
  await publish(other, '2');
  await publish(other, '3');
  const again = await start(t, key, one.port);
  await until(() => received.length === 3);
  await publish(again, '4');
  await publish(other, '5');
  await until(() => received.length === 5);
  assert.deepEqual(received, ['1', '2', '3', '4', '5']);
});

test('every process publishes and lists the subscriptions of all processes', { skip }, async (t) => {
  const key = `${prefix}subscriptions`;
  const [one, other] = await Promise.all([start(t, key), start(t, key)]);
  const open = async ({ port }: Running, query: string): Promise<EventReader> =>
    new EventReader(await fetch(`http://127.0.0.1:${port}${HUB}?${query}`, { headers: ALL }));
  const toList = async ({ port }: Running): Promise<readonly { match: string }[]> => {
    const response = await fetch(`http://127.0.0.1:${port}${HUB}/subscriptions`, { headers: ALL });
    return ((await response.json()) as { subscriptions: { match: string }[] }).subscriptions;
  };
  const events = await open(other, `match_urlpattern=${HUB}/subscriptions/*`);
  // The first event is about its own subscription.
  assert.equal((JSON.parse((await events.data())!) as { active: boolean }).active, true);
  const reader = await open(one, 'match=here');
  const started = JSON.parse((await events.data())!) as { id: string; match: string; active: boolean };
  assert.deepEqual([started.match, started.active], ['here', true]);
  const isListed = async (host: Running, match: string): Promise<boolean> =>
    (await toList(host)).some((element) => element.match === match);
  for (const value of [one, other]) assert.equal(await isListed(value, 'here'), true);
  // The address of a single subscription returns the document of the event.
  const single = await fetch(`http://127.0.0.1:${other.port}${started.id}`, { headers: ALL });
  assert.deepEqual(await single.json(), started);
  await reader.close();
  const ended = JSON.parse((await events.data())!) as { match: string; active: boolean };
  assert.deepEqual([ended.match, ended.active], ['here', false]);
  assert.equal(await isListed(other, 'here'), false);
  assert.equal((await fetch(`http://127.0.0.1:${other.port}${started.id}`, { headers: ALL })).status, 404);
  await events.close();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadlines } from './deadlines.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const call = (late: () => void): void => late();

test('reports waits that were not ended, in order and never early', async () => {
  const deadlines = new Deadlines<() => void>(20, call);
  const expired: [string, number][] = [];
  const began = performance.now();
  const expire = (name: string) => () => expired.push([name, performance.now() - began]);
  deadlines.begin(expire('first'));
  const second = deadlines.begin(expire('second'));
  deadlines.begin(expire('third'));
  deadlines.end(second);
  while (expired.length < 2) await pause(5);
  assert.deepEqual(
    expired.map(([name]) => name),
    ['first', 'third'],
  );
  assert.ok(expired.every(([, after]) => after >= 20));
});

test('a wait that begins while an earlier timer runs gets its whole time', async () => {
  const deadlines = new Deadlines<() => void>(40, call);
  deadlines.end(deadlines.begin(() => assert.fail('it was ended')));
  await pause(25);
  const began = performance.now();
  await new Promise<void>((resolve) => deadlines.begin(resolve));
  assert.ok(performance.now() - began >= 40);
});

test('an expiry callback may begin another wait and end a third', async () => {
  const deadlines = new Deadlines<() => void>(10, call);
  await new Promise<void>((resolve) => {
    deadlines.begin(() => {
      deadlines.end(third);
      deadlines.begin(resolve);
    });
    const third = deadlines.begin(() => assert.fail('it was ended'));
  });
});

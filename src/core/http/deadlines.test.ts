import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadlines } from './deadlines.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const call = (late: () => void): void => late();

test('a wait that is not ended is told, in order and never early', async () => {
  const deadlines = new Deadlines<() => void>(20, call);
  const told: [string, number][] = [];
  const began = performance.now();
  const tell = (name: string) => () => told.push([name, performance.now() - began]);
  deadlines.begin(tell('first'));
  const second = deadlines.begin(tell('second'));
  deadlines.begin(tell('third'));
  deadlines.end(second);
  while (told.length < 2) await pause(5);
  assert.deepEqual(
    told.map(([name]) => name),
    ['first', 'third'],
  );
  assert.ok(told.every(([, after]) => after >= 20));
});

test('a wait begun while the timer of an older one runs gets its whole time', async () => {
  const deadlines = new Deadlines<() => void>(40, call);
  deadlines.end(deadlines.begin(() => assert.fail('it was ended')));
  await pause(25);
  const began = performance.now();
  await new Promise<void>((resolve) => deadlines.begin(resolve));
  assert.ok(performance.now() - began >= 40);
});

test('one that is late may begin another, and end a third', async () => {
  const deadlines = new Deadlines<() => void>(10, call);
  await new Promise<void>((resolve) => {
    deadlines.begin(() => {
      deadlines.end(third);
      deadlines.begin(resolve);
    });
    const third = deadlines.begin(() => assert.fail('it was ended'));
  });
});

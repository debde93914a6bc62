import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEARTBEAT } from './update.ts';
import type { EventStream } from './event-stream.ts';
import { StreamTimer } from './stream-timer.ts';

const BEAT = 15_000;
const STEP = 50;

/** Creates a stream that records when comments are written. */
function createStream(now: () => number) {
  const comments: number[] = [];
  const stream = {
    deadline: Infinity,
    visitsSinceWrite: 0,
    isFresh: true,
    write(bytes: Uint8Array) {
      assert.equal(bytes, HEARTBEAT);
      this.visitsSinceWrite = 0;
      comments.push(now());
    },
    /** Simulates the write of an update. */
    update() {
      this.visitsSinceWrite = 0;
      this.isFresh = true;
    },
  };
  return { stream, comments, asStream: stream as unknown as EventStream };
}

test('sends a comment after at most the heartbeat of silence, whenever the last update was written', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  for (let last = 0; last < BEAT * 2; last += 250) {
    let now = 0;
    const clock = new StreamTimer(BEAT);
    const { stream, comments, asStream } = createStream(() => now);
    clock.add(asStream);
    while (now < last + BEAT) {
      if (now === last) {
        stream.update();
        comments.length = 0;
      }
      t.mock.timers.tick(STEP);
      now += STEP;
    }
    assert.ok(comments.length >= 1, `no comment within ${BEAT} ms after an update at ${last} ms`);
    assert.ok(comments[0]! - last >= BEAT / 2, `a comment ${comments[0]! - last} ms after an update`);
    clock.stop();
  }
});

test('sends no comment to a stream that is never silent', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = new StreamTimer(BEAT);
  const { stream, comments, asStream } = createStream(() => 0);
  clock.add(asStream);
  for (let time = 0; time < BEAT * 4; time += STEP) {
    if (time % 5_000 === 0) stream.update();
    t.mock.timers.tick(STEP);
  }
  assert.deepEqual(comments, []);
  clock.delete(asStream);
});

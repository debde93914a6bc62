/** Of subscribers that came and died, whichever way, nothing is held: no map, no listener, no timer. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineHost } from 'oriel';
import { HttpContext } from '../../src/core/http/context.ts';
import { EventStream } from '../../src/features/hub/event-stream.ts';
import { Subscriber } from '../../src/features/hub/subscription.ts';
import { held } from '../robustness/heap.ts';
import { HUB, HUB_URL, SECRET, claims, detail, signed } from './hub-under-test.ts';

const Timer = setTimeout(() => {}, 0).constructor as new () => object;
const EACH = 250;

const OVER = 'have their time run out';

/** The ways to die. */
const DEATHS: Readonly<Record<string, (sockets: readonly Socket[]) => void>> = {
  'say goodbye': (sockets) => sockets.forEach((each) => each.end()),
  'break off': (sockets) => sockets.forEach((each) => each.destroy()),
  'die without a word': (sockets) => sockets.forEach((each) => each.resetAndDestroy()),
  [OVER]: () => {},
};

test('a thousand that come and die leave nothing behind', async (t) => {
  const hub = { secret: SECRET, publicUrl: HUB_URL, anonymous: true, subscriptions: true, history: { count: 10 } };
  const host = defineHost({ hub, log: false });
  const { port, close } = await host.listen({ port: 0 });
  t.after(() => close(0));
  const leftAlone = (): boolean => host.hub.metrics['subscribers'] === 0;
  // What is made once is there after one of each way.
  for (const [way, die] of Object.entries(DEATHS)) {
    const sockets = await opened(port, 1, way);
    die(sockets);
    await until(leftAlone);
    sockets.forEach((each) => each.destroy());
  }
  const timers = held(Timer);
  let ever = 4;
  for (const [way, die] of Object.entries(DEATHS)) {
    const sockets = await opened(port, EACH, way);
    assert.equal(host.hub.metrics['subscribers'], EACH);
    assert.ok(held(EventStream) >= EACH && held(Timer) >= timers + EACH && host.hub.metrics['topics']! >= EACH);
    await host.hub.publish({ topics: 'shared', data: way });
    die(sockets);
    await until(leftAlone);
    // Their connections would be kept for another request, each with a timer.
    for (const each of sockets) each.destroy();
    assert.equal(host.hub.metrics['subscribersTotal'], (ever += EACH));
    await until(() => held(EventStream) === 0);
    const left = { streams: held(EventStream), subscribers: held(Subscriber), topics: host.hub.metrics['topics'] };
    assert.deepEqual(left, { streams: 0, subscribers: 0, topics: 0 }, `those that ${way}`);
  }
  await until(() => held(Timer) <= timers && held(HttpContext) === 0);
});

// Each with a topic of its own and some that all share, and with a timer: that of its token, which is long where it need not fire.
async function opened(port: number, count: number, way: string): Promise<readonly Socket[]> {
  const exp = Math.ceil(Date.now() / 1000) + (way === OVER ? 1 : 600);
  return Promise.all(
    Array.from({ length: count }, (_, number) => {
      const token = signed(claims([detail('subscribe', `own/${number}`)], { exp, jti: `urn:x:${exp}:${number}` }));
      const query = `match=shared&match=own/${number}&match_urlpattern=/x/:y&last_event_id=earliest`;
      const head = `GET ${HUB}?${query} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      return new Promise<Socket>((resolve, reject) => {
        const socket = connect(port).once('error', reject);
        socket.once('data', () => resolve(socket.on('error', () => {})));
        socket.write(head);
      });
    }),
  );
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited++) {
    assert.ok(waited < 200, 'it does not come');
    await sleep(50);
  }
}

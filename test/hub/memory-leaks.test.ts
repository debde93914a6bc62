/** No map, listener or timer keeps a subscriber in memory after it has disconnected. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineHost } from 'oriel-host';
import { HttpContext } from '../../packages/core/src/http/context.ts';
import { EventStream } from '../../packages/host/src/features/hub/event-stream.ts';
import { Subscriber } from '../../packages/host/src/features/hub/subscription.ts';
import { countInstances } from '../robustness/heap.ts';
import { HUB, HUB_URL, SECRET, claims, detail, signToken } from './test-hub.ts';

const Timer = setTimeout(() => {}, 0).constructor as new () => object;
const SUBSCRIBERS = 250;

const EXPIRED = 'the token expires';

/** How a connection ends. */
const DISCONNECTS: Readonly<Record<string, (sockets: readonly Socket[]) => void>> = {
  'the client ends the connection': (sockets) => sockets.forEach((socket) => socket.end()),
  'the client destroys the socket': (sockets) => sockets.forEach((socket) => socket.destroy()),
  'the client resets the connection': (sockets) => sockets.forEach((socket) => socket.resetAndDestroy()),
  [EXPIRED]: () => {},
};

test('a thousand subscribers that disconnect leave no objects, topics or timers in memory', async (t) => {
  const hub = { secret: SECRET, publicUrl: HUB_URL, anonymous: true, subscriptions: true, history: { count: 10 } };
  const host = defineHost({ hub, log: false });
  const { port, close } = await host.listen({ port: 0 });
  t.after(() => close(0));
  const isEmpty = (): boolean => host.hub.metrics['subscribers'] === 0;
  // One subscriber of each kind first: some objects are created once and stay.
  for (const [ending, disconnect] of Object.entries(DISCONNECTS)) {
    const sockets = await opened(port, 1, ending);
    disconnect(sockets);
    await until(isEmpty);
    sockets.forEach((socket) => socket.destroy());
  }
  const timers = countInstances(Timer);
  let total = 4;
  for (const [ending, disconnect] of Object.entries(DISCONNECTS)) {
    const sockets = await opened(port, SUBSCRIBERS, ending);
    assert.equal(host.hub.metrics['subscribers'], SUBSCRIBERS);
    assert.ok(
      countInstances(EventStream) >= SUBSCRIBERS &&
        countInstances(Timer) >= timers + SUBSCRIBERS &&
        host.hub.metrics['topics']! >= SUBSCRIBERS,
    );
    await host.hub.publish({ topics: 'shared', data: ending });
    disconnect(sockets);
    await until(isEmpty);
    // The server would keep these connections alive for another request, each with a timer.
    for (const socket of sockets) socket.destroy();
    assert.equal(host.hub.metrics['subscribersTotal'], (total += SUBSCRIBERS));
    await until(() => countInstances(EventStream) === 0);
    const left = {
      streams: countInstances(EventStream),
      subscribers: countInstances(Subscriber),
      topics: host.hub.metrics['topics'],
    };
    assert.deepEqual(left, { streams: 0, subscribers: 0, topics: 0 }, ending);
  }
  await until(() => countInstances(Timer) <= timers && countInstances(HttpContext) === 0);
});

// Each subscriber has its own topic, a shared one, and a token with an expiry timer.
async function opened(port: number, count: number, ending: string): Promise<readonly Socket[]> {
  // All must be connected before the first token expires, on a busy machine too.
  const exp = Math.ceil(Date.now() / 1000) + (ending === EXPIRED ? 5 : 600);
  return Promise.all(
    Array.from({ length: count }, (_, number) => {
      const token = signToken(claims([detail('subscribe', `own/${number}`)], { exp, jti: `urn:x:${exp}:${number}` }));
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

async function until(isMet: () => boolean): Promise<void> {
  for (let waited = 0; !isMet(); waited++) {
    assert.ok(waited < 400, 'the condition was not met in time');
    await sleep(50);
  }
}

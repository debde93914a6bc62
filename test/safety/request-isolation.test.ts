import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { HttpResponse, route, span, trace } from '../../packages/host/src/index.ts';
import { startRecordedHost } from './support/recorded-host.ts';
import { SeededRandom } from '../lib/seeded-random.ts';

const REQUESTS = 10_000;
const CONCURRENCY = 64;

test(`none of ${REQUESTS} concurrent requests records a span, a log or a decision of another`, async () => {
  const random = new SeededRandom(3);
  const bus = new EventEmitter().setMaxListeners(0);
  const pause = (): Promise<void> =>
    new Promise((resolve) => (random.next() < 0.5 ? setImmediate(resolve) : setTimeout(resolve, random.below(4))));
  const handle = async (id: string): Promise<void> => {
    trace.decide('first', id, 'the request arrived');
    await span(`outer ${id}`, async () => {
      await pause();
      // The listener is called by the request that emits, usually another one.
      const tick = new Promise<void>((resolve) => bus.once('tick', resolve));
      bus.emit('tick');
      await Promise.race([tick, pause()]);
      await span(`inner ${id}`, pause);
      console.debug(`console ${id}`);
    });
    trace.log('info', `last ${id}`);
  };
  const routes = [
    route('plain', 'GET /plain/{id}', { handle: ({ params }) => handle(params.id).then(() => 'done') }),
    route('forwarded', 'GET /forwarded/{id}', { handle: ({ params, forward }) => forward(`GET /plain/${params.id}`) }),
    route('streamed', 'GET /streamed/{id}', {
      handle: async ({ params }) => {
        await handle(params.id);
        let left = 3;
        return new HttpResponse(
          200,
          [],
          new ReadableStream({
            async pull(controller) {
              await span(`chunk ${params.id}`, pause);
              if (left-- > 0) controller.enqueue(new Uint8Array([65]));
              else controller.close();
            },
          }),
        );
      },
    }),
  ];
  const debug = console.debug;
  console.debug = () => {};
  await using recorded = await startRecordedHost({ routes });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < REQUESTS) {
      const id = `id${String(next++).padStart(6, '0')}`;
      await recorded.client.send(`GET /${random.pick(['plain', 'plain', 'forwarded', 'streamed'])}/${id}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  await recorded.waitForProfiles(REQUESTS);
  console.debug = debug;
  let [foreign, complete] = [0, 0];
  for (const { summary, data: object } of recorded.queued) {
    const data = JSON.stringify(object);
    const requestId = /id\d{6}/.exec(summary.path)![0];
    const ids = data.match(/\bid\d{6}\b/g)!;
    foreign += ids.filter((id) => id !== requestId).length;
    if (
      [
        `outer ${requestId}`,
        `inner ${requestId}`,
        `console ${requestId}`,
        `last ${requestId}`,
        `"first","outcome":"${requestId}"`,
      ].every((part) => data.includes(part))
    )
      complete++;
  }
  assert.equal(recorded.queued.length, REQUESTS);
  assert.deepEqual({ foreign, complete }, { foreign: 0, complete: REQUESTS });
});

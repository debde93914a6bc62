import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { HttpResponse, route, span, trace } from '../../src/index.ts';
import { startRecorded } from './support/recorded-host.ts';
import { Seeded } from './support/seeded.ts';

const REQUESTS = 10_000;
const AT_ONCE = 64;

test(`of ${REQUESTS} requests that run through each other none has a span, a log or a decision of another`, async () => {
  const random = new Seeded(3);
  const bus = new EventEmitter().setMaxListeners(0);
  const pause = (): Promise<void> =>
    new Promise((resolve) => (random.next() < 0.5 ? setImmediate(resolve) : setTimeout(resolve, random.below(4))));
  const handle = async (id: string): Promise<void> => {
    trace.decide('first', id, 'it came');
    await span(`outer ${id}`, async () => {
      await pause();
      // Called by whoever emits, which is mostly another request.
      const heard = new Promise<void>((resolve) => bus.once('tick', resolve));
      bus.emit('tick');
      await Promise.race([heard, pause()]);
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
  await using recorded = await startRecorded({ routes });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < REQUESTS) {
      const id = `id${String(next++).padStart(6, '0')}`;
      await recorded.client.ask(`GET /${random.pick(['plain', 'plain', 'forwarded', 'streamed'])}/${id}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await recorded.settled(REQUESTS);
  console.debug = debug;
  let [foreign, complete] = [0, 0];
  for (const { summary, data: object } of recorded.pushed) {
    const data = JSON.stringify(object);
    const own = /id\d{6}/.exec(summary.path)![0];
    const ids = data.match(/\bid\d{6}\b/g)!;
    foreign += ids.filter((id) => id !== own).length;
    if (
      [`outer ${own}`, `inner ${own}`, `console ${own}`, `last ${own}`, `"first","outcome":"${own}"`].every((part) =>
        data.includes(part),
      )
    )
      complete++;
  }
  assert.equal(recorded.pushed.length, REQUESTS);
  assert.deepEqual({ foreign, complete }, { foreign: 0, complete: REQUESTS });
});

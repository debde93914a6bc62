import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';

/** Starts a host with a route that calls another route of the same host, and returns the profiles of both requests. */
async function recordCalls(call: (url: string) => Promise<unknown>) {
  const storage = new MemoryProfileStorage();
  await using host = defineHost({
    log: false,
    profiler: { storage },
    routes: [
      route('outer', 'GET /outer', {
        handle: async ({ context }) => (await call(`${context.origin}/inner`), { done: 1 }),
      }),
      route('inner', 'GET /inner', { handle: () => ({ inner: true }) }),
    ],
  });
  const { port } = await host.listen({ port: 0, mode: 'development' });
  const origin = `http://127.0.0.1:${port}`;
  const getToken = async (path: string) => {
    const answer = await fetch(origin + path);
    await answer.arrayBuffer();
    return answer.headers.get('x-debug-token')!;
  };
  const outer = await getToken('/outer');
  const alone = await getToken('/inner');
  await until(() => storage.read(alone) !== undefined && storage.read(outer) !== undefined);
  const called = storage
    .find({ terms: [], sort: { by: 'time', descending: true }, limit: 9, cursor: undefined })
    .rows.find(({ route: name, token }) => name === 'inner' && token !== alone)!.token;
  const page = async (token: string, more = '') => (await fetch(`${origin}/_profiler/${token}${more}`)).text();
  const callers = async (token: string) => (JSON.parse(await page(token, '.json')) as { caller?: string }).caller;
  return {
    ...{ outer, called, alone },
    callers: { outer: await callers(outer), called: await callers(called), alone: await callers(alone) },
    panel: await page(outer, '?panel=http-client'),
    strip: await page(called),
    markdown: await page(called, '.md'),
  };
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    ok(tries < 500, 'no profile was stored');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const CLIENTS = {
  fetch: async (url: string) => (await fetch(url)).text(),
  'node:http': (url: string) => new Promise((done) => get(url, (answer) => answer.resume().on('close', done))),
};

for (const [client, call] of Object.entries(CLIENTS))
  test(`the profiles of a request and of one that its handler sends to the same host with ${client} link to each other`, async () => {
    const { outer, called, callers, panel, strip, markdown } = await recordCalls(call);
    deepEqual(callers, { outer: undefined, called: outer, alone: undefined });
    match(panel, new RegExp(`href="[^"]*/_profiler/${called}"`));
    match(strip, new RegExp(`Called by</dt>\\s*<dd><a href="[^"]*/_profiler/${outer}"`));
    match(markdown, new RegExp(`Called by: .*/_profiler/${outer}`));
    equal(outer === called, false);
  });

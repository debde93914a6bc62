import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultClient } from '../support/client.ts';
import { Load, isGood } from '../support/load.ts';
import { filesWithin, openFiles, openMany } from '../support/raw-clients.ts';
import { atLeast, atMost, none } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { lostNotes, startServices } from '../support/shared-services.ts';
import { startHost } from '../support/start-host.ts';

const HEAD = 'Host: localhost\r\n';
const body = (id: string): string => JSON.stringify({ id, text: 'from a client that left' });
const post = (id: string): string =>
  `POST /api/notes HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${body(id).length}\r\n\r\n`;

/** What a client sends before it leaves, and how long it stays. */
const STAGES: readonly (readonly [name: string, sent: (id: string) => string, wait: number])[] = [
  ['before its first byte', () => '', 0],
  ['within the request line', () => 'GET /pla', 0],
  ['within the headers', () => `GET /plain HTTP/1.1\r\n${HEAD}X-`, 0],
  ['before the body', (id) => post(id), 20],
  ['within the body', (id) => post(id) + body(id).slice(0, 20), 20],
  [
    'within an upload',
    () => `POST /upload HTTP/1.1\r\n${HEAD}Content-Length: 90000000\r\n\r\n${'x'.repeat(100_000)}`,
    50,
  ],
  ['directly after the request', (id) => post(id) + body(id), 0],
  ['while the handler waits', () => `GET /wait/300 HTTP/1.1\r\n${HEAD}\r\n`, 50],
  ['while a query runs', () => `GET /hold/50 HTTP/1.1\r\n${HEAD}\r\n`, 20],
  ['within the response', () => `GET /download/200/5 HTTP/1.1\r\n${HEAD}\r\n`, 100],
  ['within a response that it does not read', () => `GET /download/2000/0 HTTP/1.1\r\n${HEAD}\r\n`, 100],
  ['within an event stream', () => `GET /.well-known/mercure?match=a HTTP/1.1\r\n${HEAD}\r\n`, 100],
  ['after its response', () => `GET /plain HTTP/1.1\r\n${HEAD}\r\n`, 100],
  ['within pipelined requests', () => `GET /plain HTTP/1.1\r\n${HEAD}\r\n`.repeat(20), 5],
];

/** Clients leave at each stage of a request. */
export const clientGone: Scenario = {
  name: 'client-gone',
  fault: `Clients close or reset their connection at each of ${STAGES.length} stages of a request: ${STAGES.map(([name]) => name).join(', ')}.`,
  run: runClientGone,
};

async function runClientGone(run: Run): Promise<readonly Figure[]> {
  const { env, postgres } = await startServices(run);
  const host = await startHost(run, { env });
  const pid = host.running.child.pid!;
  const load = new Load(host.url, { pause: 20 }).start();
  run.onEnd(() => load.close());
  await sleep(1_500);
  const before = openFiles(pid);
  const number = run.choose(50, 10);
  const ids: string[] = [];
  for (const [name, sent, wait] of STAGES)
    for (const leave of ['end', 'resetAndDestroy', 'destroy'] as const) {
      const sockets = await openMany(host.port, number);
      sockets.forEach((socket, index) => {
        const id = `${name} ${leave} ${index}`;
        ids.push(id);
        start(socket, sent(id), name.endsWith('not read'));
      });
      await sleep(wait);
      for (const socket of sockets) socket[leave]();
      if (leave === 'end') setTimeout(() => sockets.forEach((socket) => socket.destroy()), 200);
    }
  await sleep(2_000);
  await load.stop();
  const files = await filesWithin(pid, before + 12);
  const running = await requestsInProgress(host.url);
  const rows = await postgres.query<{ id: string; text: string }>("select id, text from notes where id like '% %'");
  const known = new Set(ids);
  const incomplete = rows.filter(
    ({ id, text }) => !known.has(id) || text !== 'from a client that left' || /body/.test(id),
  );
  return [
    atLeast('clients that left', ids.length, STAGES.length * 3 * number),
    none(
      'failed requests of other clients',
      load.outcomes
        .filter((one) => !isGood(one))
        .map(({ kind, status, error, wrong }) => `${kind}: ${status} ${wrong ?? error}`),
    ),
    none(
      'notes from incomplete requests',
      incomplete.map(({ id }) => id),
    ),
    none('acknowledged writes lost', await lostNotes(postgres, load)),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    none('requests in progress afterwards', running),
    atMost('open files afterwards, compared with before', files - before, 12),
    none('uncaught errors', host.uncaught()),
  ];
}

function start(socket: Socket, bytes: string, isUnread: boolean): void {
  if (isUnread) socket.pause();
  else socket.resume();
  if (bytes !== '') socket.write(bytes);
}

/** Waits until no request is in progress, for at most ten seconds. Returns how many are. */
async function requestsInProgress(url: string): Promise<number> {
  const client = new FaultClient();
  let running = Number.NaN;
  for (let round = 0; round < 100 && running !== 0; round++) {
    const { text } = await client.send(`${url}/metrics`);
    running = Number(/^http_requests_in_flight (\d+)/m.exec(text)?.[1]);
    await sleep(100);
  }
  client.close();
  return running;
}

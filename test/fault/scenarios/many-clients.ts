import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultClient } from '../support/client.ts';
import { Load, isGood } from '../support/load.ts';
import { countStatuses, p99 } from '../support/load-figures.ts';
import { filesWithin, openFiles, openMany } from '../support/raw-clients.ts';
import { atLeast, atMost, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { lostNotes, startServices } from '../support/shared-services.ts';
import { startHost } from '../support/start-host.ts';

/** Many idle connections, and clients that send and read slowly. */
export const manyClients: Scenario = {
  name: 'many-clients',
  fault:
    '10,000 clients keep a connection open after one request, and 500 clients are slow: some send their headers or body byte by byte, others read a download of 32 MB slowly or not at all.',
  run: runManyClients,
};

async function runManyClients(run: Run): Promise<readonly Figure[]> {
  const { env, postgres } = await startServices(run);
  const limits = { headersTimeout: 10_000, bodyTimeout: 10_000, writeTimeout: 10_000 };
  const host = await startHost(run, { env: { ...env, LIMITS: JSON.stringify(limits) } });
  const pid = host.running.child.pid!;
  const load = new Load(host.url).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(4_000, 1_500));
  const [files, memory] = [openFiles(pid), await getMemory(host.url)];
  const from = performance.now();
  const idle = await openMany(host.port, run.choose(10_000, 1_000));
  run.onEnd(() => idle.forEach((socket) => socket.destroy()));
  const answered = await useOnce(idle);
  const opened = performance.now();
  const withIdle = await getMemory(host.url);
  const slow = await openMany(host.port, run.choose(500, 100));
  run.onEnd(() => slow.forEach((socket) => socket.destroy()));
  const stopTrickling = trickle(slow);
  await sleep(run.choose(25_000, 6_000));
  const withSlow = await getMemory(host.url);
  const open = idle.filter((socket) => !socket.destroyed).length;
  const until = performance.now();
  stopTrickling();
  for (const socket of [...idle, ...slow]) socket.destroy();
  await sleep(2_000);
  await load.stop();
  const before = load.outcomes.filter(({ ended }) => ended < from);
  const during = load.outcomes.filter(({ started }) => started >= opened && started <= until);
  return [
    atLeast('idle clients whose request was answered', answered, idle.length),
    atLeast('idle connections that stayed open', open, idle.length),
    reported('slow clients', slow.length),
    reported('other requests meanwhile', `${during.length} (${countStatuses(during)})`),
    reported(
      'failed requests while the connections were opened',
      countStatuses(load.outcomes.filter((outcome) => !isGood(outcome) && outcome.started < opened)),
    ),
    none(
      'failed requests meanwhile and afterwards',
      load.outcomes
        .filter((outcome) => !isGood(outcome) && outcome.started >= opened)
        .map(({ kind, status, error, wrong }) => `${kind}: ${status} ${wrong ?? error}`),
    ),
    none(
      'wrong responses',
      load.outcomes.flatMap(({ wrong }) => wrong ?? []),
    ),
    reported(
      '99th percentile of their response time before and meanwhile',
      `${p99(before).toFixed(0)} ms, ${p99(during).toFixed(0)} ms`,
    ),
    reported(
      'memory before, with idle, and with slow clients',
      [memory, withIdle, withSlow].map((value) => `${value} MB`).join(', '),
    ),
    atMost('memory per idle client', ((withIdle - memory) * 1000) / idle.length, 40, 'KB'),
    none('acknowledged writes lost', await lostNotes(postgres, load)),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    atMost('open files afterwards, compared with before', (await filesWithin(pid, files + 12)) - files, 12),
    none('uncaught errors', host.uncaught()),
  ];
}

/** Sends one request on each connection, and returns how many were answered. */
async function useOnce(sockets: readonly Socket[]): Promise<number> {
  let answered = 0;
  for (const socket of sockets) {
    socket.once('data', () => answered++).resume();
    socket.write('GET /plain HTTP/1.1\r\nHost: localhost\r\n\r\n');
  }
  for (let round = 0; round < 300 && answered < sockets.length; round++) await sleep(100);
  return answered;
}

/** A third sends headers byte by byte, a third a body, and a third reads a download at 4 KB per second or not at all. */
function trickle(sockets: readonly Socket[]): () => void {
  const head = 'POST /upload HTTP/1.1\r\nHost: localhost\r\n';
  const timers = sockets.map((socket, index) => {
    if (index % 3 === 2) {
      socket.pause();
      socket.write('GET /download/2000/0 HTTP/1.1\r\nHost: localhost\r\n\r\n');
      return setInterval(() => index % 2 === 0 && socket.read(4_096), 1_000);
    }
    socket.resume();
    let position = 0;
    if (index % 3 === 1) socket.write(`${head}Content-Length: 1000\r\n\r\n`);
    return setInterval(() => {
      if (socket.writable) socket.write(index % 3 === 1 ? 'x' : (head[position++] ?? 'X'));
    }, 500);
  });
  return () => timers.forEach((timer) => clearInterval(timer));
}

async function getMemory(url: string): Promise<number> {
  const client = new FaultClient();
  const { text } = await client.send(`${url}/process`);
  client.close();
  return Math.round((JSON.parse(text) as { memory: number }).memory / 1e6);
}

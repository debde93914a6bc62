import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultClient } from '../support/client.ts';
import type { Reply } from '../support/client.ts';
import { PIECE_BYTES, downloadPiece } from '../support/host-values.ts';
import { Load, isGood } from '../support/load.ts';
import { countStatuses } from '../support/load-figures.ts';
import { atLeast, equal, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { lostNotes, startServices } from '../support/shared-services.ts';
import { startHost } from '../support/start-host.ts';

/** A host receives SIGTERM while it serves every kind of request. */
export const sigterm: Scenario = {
  name: 'sigterm',
  fault:
    'A host receives SIGTERM with requests on kept-alive connections, uploads and downloads in progress, requests that wait, and open event streams.',
  run: runSigterm,
};

async function runSigterm(run: Run): Promise<readonly Figure[]> {
  const { env, postgres } = await startServices(run);
  const host = await startHost(run, { env });
  const load = new Load(host.url, { clients: 12, pause: 2 }).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(3_000, 1_000));
  const count = run.choose(50, 10);
  const streams = await Promise.all(Array.from({ length: count }, () => openStream(host.port)));
  const slow = [
    ...Array.from({ length: count }, () => upload(host.url)),
    ...Array.from({ length: count }, () => download(host.url)),
    ...Array.from({ length: count }, () => wait(host.url)),
  ];
  await sleep(800);
  const from = performance.now();
  const exited = host.stop();
  const replies = await Promise.all(slow);
  const exitCode = await exited;
  const seconds = (performance.now() - from) / 1000;
  await load.stop();
  await Promise.all(streams.map(({ ended }) => ended));
  const open = load.outcomes.filter(({ started, ended }) => started < from && ended >= from);
  const later = load.outcomes.filter(({ started }) => started >= from);
  return [
    atLeast('uploads, downloads and waiting requests in progress', replies.length, count * 3),
    none(
      'of these failed or incomplete',
      replies.flatMap((reply) => reply.failure ?? []),
    ),
    reported('short requests in progress', open.length),
    none(
      'of these failed',
      open.filter((outcome) => !isGood(outcome)).map(({ kind, status, error }) => `${kind}: ${status} ${error}`),
    ),
    reported('short requests sent after SIGTERM', `${later.length} (${countStatuses(later)})`),
    none(
      'of these answered with an error',
      later.filter(({ status }) => status > 0 && status !== 200 && status !== 201).length,
    ),
    none(
      'wrong responses',
      load.outcomes.flatMap(({ wrong }) => wrong ?? []),
    ),
    none('acknowledged writes lost', await lostNotes(postgres, load)),
    atLeast('event streams that the host ended', streams.filter(({ isClean }) => isClean()).length, count),
    equal('exit code', exitCode ?? 'none', 0),
    reported('time until the process ended', `${seconds.toFixed(1)} s`),
    none('uncaught errors', host.uncaught()),
  ];
}

interface Checked {
  readonly failure: string | undefined;
}

async function upload(url: string): Promise<Checked> {
  const body = randomBytes(400_000);
  const expected = createHash('sha256').update(body).digest('hex');
  const response = await fetch(`${url}/upload`, {
    method: 'POST',
    body: ReadableStream.from(slowly(body)),
    duplex: 'half',
  }).catch((error: Error) => error);
  if (response instanceof Error) return { failure: `upload: ${String(response.cause ?? response)}` };
  const text = await response.text();
  return { failure: text.includes(expected) ? undefined : `upload: ${response.status} ${text}` };
}

async function* slowly(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < body.length; offset += 10_000) {
    yield body.subarray(offset, offset + 10_000);
    await sleep(50);
  }
}

const PIECES = 40;

async function download(url: string): Promise<Checked> {
  try {
    const response = await fetch(`${url}/download/${PIECES}/50`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isRight = Array.from({ length: PIECES }, (_, index) =>
      bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES).equals(downloadPiece(index)),
    );
    return { failure: isRight.every(Boolean) ? undefined : `download: ${bytes.length} bytes` };
  } catch (error) {
    return { failure: `download: ${String((error as Error).cause ?? error)}` };
  }
}

async function wait(url: string): Promise<Checked> {
  const reply: Reply = await new FaultClient().send(`${url}/wait/2000`);
  return { failure: reply.status === 200 ? undefined : `wait: ${reply.status} ${reply.error}` };
}

/** Opens an event stream over a socket, so that its end can be seen. */
async function openStream(port: number): Promise<{ readonly ended: Promise<void>; readonly isClean: () => boolean }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClean = false;
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.setEncoding('utf8').on('error', () => {});
  socket.on('end', () => (isClean = true));
  const opened = new Promise<void>((resolve) =>
    socket.on('data', (piece: string) => {
      text += piece;
      if (text.includes('text/event-stream')) resolve();
    }),
  );
  socket.write('GET /.well-known/mercure?match=a HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await Promise.race([opened, ended]);
  return { ended, isClean: () => isClean && text.endsWith('0\r\n\r\n') };
}

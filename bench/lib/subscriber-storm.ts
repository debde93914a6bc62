import { setTimeout as sleep } from 'node:timers/promises';
import { openStreams } from './broadcast-load.ts';
import type { ServerProcess } from './server-process.ts';

/** What a storm has left behind, in megabytes. */
export interface Aftermath {
  readonly heap: number;
  readonly external: number;
  /** What the system counts, free pages of the allocators included. */
  readonly rss: number;
  readonly seconds: number;
}

/**
 * Lets so many connect and die, every other one without a word.
 *
 * @param round each comes from an address of its own (127.0.0.2 and up): ports that were in use rest for a minute
 * @throws {Error} when subscribers are left after ten seconds
 */
export async function storm(server: ServerProcess, count: number, round: number): Promise<Aftermath> {
  const started = performance.now();
  const readers = await openStreams(server.port, count, `127.0.0.${2 + (round % 250)}`);
  const seconds = (performance.now() - started) / 1000;
  for (const [index, { socket }] of readers.entries()) {
    if (index % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  await allGone(server);
  // What was closed is let go of in the turns after it.
  await sleep(500);
  const { heap, external } = await ask<Aftermath>(server, '/memory');
  return { heap, external, rss: server.memory(), seconds };
}

async function allGone(server: ServerProcess): Promise<void> {
  for (let waited = 0; waited < 100; waited++) {
    if ((await ask<{ subscribers: number }>(server, '/state')).subscribers === 0) return;
    await sleep(100);
  }
  throw new Error(`${server.peer} has subscribers left ten seconds after all of them died`);
}

async function ask<Answer>({ port }: ServerProcess, path: string): Promise<Answer> {
  return (await (await fetch(`http://localhost:${port}${path}`)).json()) as Answer;
}

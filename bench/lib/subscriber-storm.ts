import { setTimeout as sleep } from 'node:timers/promises';
import { openStreams } from './broadcast-load.ts';
import type { ServerProcess } from './server-process.ts';

/** The memory in megabytes after a storm. */
export interface StormResult {
  readonly heap: number;
  readonly external: number;
  /** The resident memory, including free pages of the allocators. */
  readonly rss: number;
  readonly seconds: number;
}

/**
 * Connects subscribers, then disconnects them: one half closes its connections, the other half resets them.
 *
 * @param round selects the client address (127.0.0.2 and up), because ports cannot be reused for a minute
 * @throws {Error} if there are subscribers left after ten seconds
 */
export async function storm(server: ServerProcess, count: number, round: number): Promise<StormResult> {
  const started = performance.now();
  const readers = await openStreams(server.port, count, `127.0.0.${2 + (round % 250)}`);
  const seconds = (performance.now() - started) / 1000;
  for (const [index, { socket }] of readers.entries()) {
    if (index % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  await allGone(server);
  // Closed connections are released asynchronously.
  await sleep(500);
  const { heap, external } = await read<StormResult>(server, '/memory');
  return { heap, external, rss: server.memory(), seconds };
}

async function allGone(server: ServerProcess): Promise<void> {
  for (let waited = 0; waited < 100; waited++) {
    if ((await read<{ subscribers: number }>(server, '/state')).subscribers === 0) return;
    await sleep(100);
  }
  throw new Error(`${server.peer} has subscribers left ten seconds after all disconnected`);
}

async function read<Answer>({ port }: ServerProcess, path: string): Promise<Answer> {
  return (await (await fetch(`http://localhost:${port}${path}`)).json()) as Answer;
}

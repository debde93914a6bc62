import { setTimeout as sleep } from 'node:timers/promises';
import { openStreams } from './broadcast-load.ts';
import type { ServerProcess } from './server-process.ts';

/** Lets so many connect and die, and tells what is left of them. */
export async function storm(server: ServerProcess, count: number): Promise<string> {
  const before = server.memory();
  const started = performance.now();
  const readers = await openStreams(server.port, count);
  const opened = performance.now() - started;
  const during = server.memory();
  for (const { socket } of readers) socket.destroy();
  let left = count;
  for (let waited = 0; left > 0 && waited < 100; waited++) {
    await sleep(100);
    left = ((await (await fetch(`http://localhost:${server.port}/state`)).json()) as { subscribers: number })
      .subscribers;
  }
  await sleep(2000);
  return `${count} opened in ${(opened / 1000).toFixed(1)} s; subscribers left ${left}; RSS ${before.toFixed(0)} → ${during.toFixed(0)} → ${server.memory().toFixed(0)} MB`;
}

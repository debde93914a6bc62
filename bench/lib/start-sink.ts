import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Starts a server that accepts what a recorder sends, and discards it. */
export async function startSink(): Promise<{ readonly port: number; stop(): void }> {
  const child = fork(join(import.meta.dirname, '../servers/sink.mjs'));
  process.on('exit', () => child.kill());
  return { port: await new Promise<number>((resolve) => child.once('message', resolve)), stop: () => child.kill() };
}

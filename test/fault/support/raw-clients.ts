import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Opens connections a hundred at a time. Those that fail are closed. */
export async function openMany(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(100, count - sockets.length) }, () => connect(port, '127.0.0.1'));
    await Promise.all(
      batch.map(
        (socket) => new Promise<void>((resolve) => socket.once('connect', resolve).on('error', () => resolve())),
      ),
    );
    sockets.push(...batch);
  }
  return sockets;
}

/** Returns how many sockets a process has open. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Waits until a process has at most this many open files, or ten seconds. Returns how many it has. */
export async function filesWithin(pid: number, limit: number): Promise<number> {
  for (let round = 0; round < 100 && openFiles(pid) > limit; round++) await sleep(100);
  return openFiles(pid);
}

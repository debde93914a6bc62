import { spawnSync } from 'node:child_process';
import { CORES } from './server-process.ts';

/**
 * Keeps whoever asks awake, and off the server's core. A client that sleeps has to be woken with each answer, which costs the
 * server some 10 µs on a virtual machine, and the slower it answers the more often: that would be counted as the cost of recording.
 *
 * @returns lets it sleep again
 */
export function stayAwake(): () => void {
  if (CORES.server === CORES.load) return () => {};
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(CORES.load), String(process.pid)]);
  let awake = true;
  const turn = (): void => void (awake && setImmediate(turn));
  turn();
  return () => void (awake = false);
}

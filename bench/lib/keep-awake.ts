import { spawnSync } from 'node:child_process';
import { CORES } from './server-process.ts';

/**
 * Keeps the client awake, on another core than the server. The server would have to wake a sleeping client for each
 * response, which costs some 10 µs on a virtual machine and would be measured as the cost of recording.
 *
 * @returns a function that ends this
 */
export function keepAwake(): () => void {
  if (CORES.server === CORES.load) return () => {};
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(CORES.load), String(process.pid)]);
  let awake = true;
  const turn = (): void => void (awake && setImmediate(turn));
  turn();
  return () => void (awake = false);
}

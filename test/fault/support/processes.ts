import { readFileSync } from 'node:fs';

/** Returns a process and all processes that it started. */
export function processTree(pid: number): number[] {
  let text = '';
  try {
    text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  } catch {
    return [];
  }
  return [pid, ...text.split(' ').filter(Boolean).map(Number).flatMap(processTree)];
}

/** Sends a signal to a process and all processes that it started. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const number of processTree(pid)) {
    try {
      process.kill(number, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

import { readFileSync } from 'node:fs';

/** How long a process may take for a test file. */
export interface TimeLimit {
  /** CPU time in milliseconds. An endless loop exceeds it. */
  readonly cpuMs: number;
  /** How long it may wait without using the CPU, in milliseconds. A promise that is never settled exceeds it. */
  readonly idleMs: number;
}

/**
 * Calls `exceeded` when a process exceeds a limit. CPU time does not depend on how busy the machine is. Only Linux shows that of
 * other processes; elsewhere the sum of both limits is a limit of elapsed time.
 *
 * @returns a function that ends the observation
 */
export function observeTime(pid: number, { cpuMs, idleMs }: TimeLimit, exceeded: () => void): () => void {
  const first = cpuTimeOf(pid);
  let used = first;
  let active = performance.now();
  const limitOf = first === undefined ? cpuMs + idleMs : idleMs;
  const timer = setInterval(() => {
    const now = cpuTimeOf(pid);
    if (now !== undefined && now > used! + IDLE_CPU_MS) [used, active] = [now, performance.now()];
    if (performance.now() - active > limitOf || (now !== undefined && now - first! > cpuMs)) exceeded();
  }, 200);
  return () => clearInterval(timer);
}

// What a process uses that only waits.
const IDLE_CPU_MS = 20;

/** Returns the CPU time of a process in milliseconds; undefined if the system does not show it. */
function cpuTimeOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is a name in parentheses. utime and stime are the fields 14 and 15, in ticks of 10 ms.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

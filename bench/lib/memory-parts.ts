import { readFileSync } from 'node:fs';
import { PerformanceObserver, constants } from 'node:perf_hooks';
import type { NodeGCPerformanceDetail } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';

/** What the resident memory of this process is made of, in bytes, so that a growth has a name. */
export interface MemoryParts {
  readonly rss: number;
  /** Pages of files: the program itself above all. */
  readonly files: number;
  /** The young generation of the heap, and how large V8 has made it. It doubles, and never shrinks under load. */
  readonly young: number;
  readonly youngSize: number;
  /** The rest of the heap, garbage and all. */
  readonly old: number;
  /** What malloc holds (buffers, SQLite, the compiler), stacks, and free pages that V8 keeps for later. */
  readonly rest: number;
  /** How often the old generation has been collected since the first look. */
  readonly collections: number;
}

let collections = 0;
let observer: PerformanceObserver | undefined;

export function memoryParts(): MemoryParts {
  observer ??= countCollections();
  const rss = process.memoryUsage.rss();
  const files = fileBytes(readFileSync('/proc/self/smaps', 'utf8'));
  let [young, youngSize, old] = [0, 0, 0];
  for (const { space_name: name, space_size: size, physical_space_size: physical } of getHeapSpaceStatistics()) {
    if (name === 'new_space') [young, youngSize] = [physical, size];
    // It lies in the program's own file.
    else if (name !== 'read_only_space') old += physical;
  }
  return { rss, files, young, youngSize, old, rest: rss - files - young - old, collections };
}

function countCollections(): PerformanceObserver {
  const counting = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as { detail?: NodeGCPerformanceDetail }[])
      if (detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++;
  });
  counting.observe({ entryTypes: ['gc'] });
  return counting;
}

function fileBytes(maps: string): number {
  let sum = 0;
  let isFile = false;
  for (const line of maps.split('\n')) {
    const name = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+\s*(.*)$/.exec(line)?.[1];
    if (name !== undefined) isFile = name !== '' && !name.startsWith('[');
    else if (isFile && line.startsWith('Rss:')) sum += Number(/\d+/.exec(line)![0]) * 1024;
  }
  return sum;
}

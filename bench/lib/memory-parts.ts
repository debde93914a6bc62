import { readFileSync } from 'node:fs';
import { PerformanceObserver, constants } from 'node:perf_hooks';
import type { NodeGCPerformanceDetail } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';

/** The parts of the resident memory of this process in bytes. */
export interface MemoryParts {
  readonly rss: number;
  /** Mapped files, mainly the program itself. */
  readonly files: number;
  /** The young generation of the heap, and its capacity. V8 doubles it, and does not shrink it under load. */
  readonly young: number;
  readonly youngSize: number;
  /** The rest of the heap, including garbage. */
  readonly old: number;
  /** Memory of malloc (buffers, SQLite, the compiler), stacks, and free pages that V8 retains. */
  readonly rest: number;
  /** The number of major garbage collections since the first call. */
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
    // It is part of the mapped files.
    else if (name !== 'read_only_space') old += physical;
  }
  return { rss, files, young, youngSize, old, rest: rss - files - young - old, collections };
}

function countCollections(): PerformanceObserver {
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as { detail?: NodeGCPerformanceDetail }[])
      if (detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++;
  });
  observer.observe({ entryTypes: ['gc'] });
  return observer;
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

/**
 * Loaded into a server by `footprint.ts`. Between two signals, samples all allocations and notes which functions are executed, and writes
 * the sums to the file `FOOTPRINT`.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import type { HeapProfiler } from 'node:inspector';

/** What a server has allocated and executed. */
export interface Footprint {
  /** Bytes of all allocations, estimated from samples. */
  readonly bytes: number;
  readonly functions: number;
  /** Characters of the source of these functions. A function in another one counts in both. */
  readonly code: number;
}

const session = new Session();
session.connect();
let isStarted = false;

process.on('SIGUSR2', () => {
  if (isStarted) return void stop();
  isStarted = true;
  void start();
});

async function start(): Promise<void> {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 2_048,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
}

async function stop(): Promise<void> {
  const { profile } = await session.post('HeapProfiler.stopSampling');
  const { result } = await session.post('Profiler.takePreciseCoverage');
  // The first range of a function is the whole function.
  const functions = result.flatMap((script) => script.functions).flatMap(({ ranges }) => ranges.slice(0, 1));
  const executed = functions.filter(({ count }) => count > 0);
  const code = executed.reduce((sum, { startOffset, endOffset }) => sum + endOffset - startOffset, 0);
  const footprint: Footprint = { bytes: sumBytes(profile.head), functions: executed.length, code };
  writeFileSync(process.env['FOOTPRINT'] as string, JSON.stringify(footprint));
}

function sumBytes({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sumBytes(child), selfSize);
}

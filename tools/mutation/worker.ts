/** Runs test files against a changed module: one job after the other in one process. `run-jobs.ts` starts it. */
import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';
import { importAgain, loadModulesAgain, partsOf, removeRun } from './loader.ts';
import type { Change } from './loader.ts';
import { fail, runTests } from './test-runner.ts';

/** Test files to run in this order, until one fails. */
export interface Job {
  readonly tests: readonly string[];
  readonly change?: Change;
  /** Returns the coverage of the files below these folders. */
  readonly measured?: readonly string[];
}

/** The worker sends it when it begins a test file. */
export interface Progress {
  readonly begins: number;
}

/** What a run of test files showed. */
export interface Outcome {
  readonly failed: string | undefined;
  readonly ms: number;
  readonly cpuMs: number;
  readonly coverage: Readonly<Record<string, readonly Executed[]>>;
  readonly megabytes: number;
}

/** Whether the innermost range around a place was executed. */
export type Executed = readonly [start: number, end: number, isExecuted: boolean];

let run = 0;
const session = new Session();

async function runJob({ tests, change, measured }: Job): Promise<Outcome> {
  const first = run + 1;
  const started = performance.now();
  const startedCpu = process.cpuUsage();
  if (measured) startCoverage();
  let failed: string | undefined;
  for (const [index, test] of tests.entries()) {
    process.send!({ begins: index } satisfies Progress);
    const failure = await runTests(() => importAgain(test, ++run, change));
    removeRun(run);
    if (failure !== undefined) {
      failed = `${test}: ${failure.test}: ${String((failure.error as Error)?.message ?? failure.error).slice(0, 500)}`;
      break;
    }
  }
  process.exitCode = 0;
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(startedCpu);
  const coverage = measured ? coverageOf(measured, first) : {};
  return { failed, ms, cpuMs: (user + system) / 1_000, coverage, megabytes: process.memoryUsage.rss() / 2 ** 20 };
}

function startCoverage(): void {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

function coverageOf(measured: readonly string[], first: number): Record<string, Executed[]> {
  const coverage: Record<string, Executed[]> = {};
  session.post(
    'Profiler.takePreciseCoverage',
    (_error: unknown, { result }: Profiler.TakePreciseCoverageReturnType) => {
      for (const { url, functions } of result) {
        const source = partsOf(url);
        if (source === undefined || source.run < first || !measured.some((folder) => source.file.startsWith(folder)))
          continue;
        coverage[source.file] = functions.flatMap(({ ranges }) =>
          ranges.map(({ startOffset, endOffset, count }): Executed => [startOffset, endOffset, count > 0]),
        );
      }
    },
  );
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return coverage;
}

// An error of an earlier run, whose servers and timers may still be active, is not one of this run.
function report(error: unknown): void {
  const runOf = /mutation.runs.\d+.(\d+)/.exec(String((error as Error)?.stack))?.[1];
  if (runOf === undefined || Number(runOf) === run) fail(error);
}

process.on('uncaughtException', report);
process.on('unhandledRejection', report);
loadModulesAgain();
process.on('message', (job: Job) => void runJob(job).then((outcome) => process.send!(outcome)));
process.send!('ready');

import type { Change } from './loader.ts';
import { runJobs } from './run-jobs.ts';
import type { TimeLimit } from './time-limit.ts';
import type { Job, Outcome } from './worker.ts';

/** What each test file executes, the fastest file first. */
export type Coverage = readonly { readonly test: string; readonly outcome: Outcome }[];

const LIMIT = { cpuMs: 120_000, idleMs: 60_000 };

/** Runs each test file once without a change. */
export async function coverageOf(tests: readonly string[], changes: readonly Change[]): Promise<Coverage> {
  const measured = [...new Set(changes.map(({ file }) => file))];
  const coverage: { test: string; outcome: Outcome }[] = [];
  const jobs = tests.map((test): Job => ({ tests: [test], measured }));
  await runJobs(
    jobs,
    () => LIMIT,
    ({ tests: [test] }, outcome) => {
      if (outcome === undefined)
        console.log(`  not used: ${test} ends its process, or takes longer than ${LIMIT.cpuMs} ms of CPU time`);
      else if (outcome.failed !== undefined)
        console.log(`  not used, because it fails without a change: ${outcome.failed}`);
      else coverage.push({ test: test!, outcome });
    },
  );
  return coverage.sort((a, b) => a.outcome.cpuMs - b.outcome.cpuMs);
}

/** Returns the test files that execute a place, the fastest first, and the limit of each. */
export function testsOf(coverage: Coverage, { file, start }: Change): { tests: string[]; limits: TimeLimit[] } {
  const executing = coverage.filter(({ outcome }) => isExecuted(outcome.coverage[file] ?? [], start));
  return { tests: executing.map(({ test }) => test), limits: executing.map(({ outcome }) => limitOf(outcome)) };
}

function limitOf({ cpuMs, ms }: Outcome): TimeLimit {
  return { cpuMs: 3_000 + 4 * cpuMs, idleMs: 5_000 + ms };
}

function isExecuted(ranges: Outcome['coverage'][string], place: number): boolean {
  let innermost: (typeof ranges)[number] | undefined;
  for (const range of ranges) {
    const [start, end] = range;
    if (start > place || end <= place) continue;
    if (innermost === undefined || end - start <= innermost[1] - innermost[0]) innermost = range;
  }
  return innermost !== undefined && innermost[2];
}

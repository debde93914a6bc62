import type { Change } from './loader.ts';
import { runJobs } from './run-jobs.ts';
import type { Job, Outcome } from './worker.ts';

/** What each test file executes, the fastest file first. */
export type Coverage = readonly { readonly test: string; readonly outcome: Outcome }[];

const LIMIT_MS = 120_000;

/** Runs each test file once without a change. */
export async function coverageOf(tests: readonly string[], changes: readonly Change[]): Promise<Coverage> {
  const measured = [...new Set(changes.map(({ file }) => file))];
  const coverage: { test: string; outcome: Outcome }[] = [];
  const jobs = tests.map((test): Job => ({ tests: [test], measured }));
  await runJobs(
    jobs,
    () => LIMIT_MS,
    ({ tests: [test] }, outcome) => {
      if (outcome === undefined)
        console.log(`  not used: ${test} ends its process, or takes longer than ${LIMIT_MS} ms`);
      else if (outcome.failed !== undefined)
        console.log(`  not used, because it fails without a change: ${outcome.failed}`);
      else coverage.push({ test: test!, outcome });
    },
  );
  return coverage.sort((a, b) => a.outcome.ms - b.outcome.ms);
}

/** Returns the test files that execute a place: the one beside the file, then the fastest first; and the time of each. */
export function testsOf(coverage: Coverage, { file, start }: Change): { tests: string[]; ms: number[] } {
  const executing = coverage.filter(({ outcome }) => isExecuted(outcome.coverage[file] ?? [], start));
  const beside = file.replace(/ts$/, 'test.ts');
  const ordered = [
    ...executing.filter(({ test }) => test === beside),
    ...executing.filter(({ test }) => test !== beside),
  ];
  return { tests: ordered.map(({ test }) => test), ms: ordered.map(({ outcome }) => outcome.ms) };
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

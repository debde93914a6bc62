/**
 * Runs a file of recorded cases: `node test/conformance/run.ts <suite> [file]`.
 *
 * Prints every failure and the number of passed and failed cases. The exit code is 1 if a case failed.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

/** A case that failed. */
export interface Failure {
  readonly id: string;
  readonly request: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The result of a suite. */
export interface Outcome {
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** The number of cases by category. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A suite of recorded cases: its default file, and the function that runs the contents of a file. */
export interface Suite {
  readonly file: URL;
  run(vectors: unknown): Outcome | Promise<Outcome>;
}

/** The modules of the suites; each exports a `suite`. */
const suites: Readonly<Record<string, () => Promise<{ suite: Suite }>>> = {
  routing: () => import('./routing.ts'),
  reference: () => import('./reference.ts'),
};

async function main([name = '', file]: readonly string[]): Promise<number> {
  const load = Object.hasOwn(suites, name) ? suites[name] : undefined;
  if (!load) {
    console.error(`Unknown suite "${name}"; expected one of ${Object.keys(suites).join(', ')}`);
    return 2;
  }
  const { suite } = await load();
  const location = file === undefined ? suite.file : pathToFileURL(file);
  const outcome = await suite.run(JSON.parse(await readFile(location, 'utf8')));
  for (const failure of outcome.failures) console.log(describe(failure));
  console.log(
    Object.entries(outcome.counts)
      .map(([category, count]) => `${count} ${category}`)
      .join(', '),
  );
  console.log(`${outcome.passed} passed, ${outcome.failures.length} failed`);
  return outcome.failures.length > 0 ? 1 : 0;
}

function describe({ id, request, expected, actual }: Failure): string {
  return `✗ ${id}  ${request}\n    expected ${JSON.stringify(expected)}\n    actual   ${JSON.stringify(actual)}`;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));

/**
 * Runs a file of recorded cases against the code: `node test/conformance/run.ts <kind> [file]`.
 *
 * Lists every failure and ends with `N passed, N failed`; the exit code is 1 when one failed.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

export interface Failure {
  readonly id: string;
  readonly asked: string;
  readonly expected: unknown;
  readonly got: unknown;
}

export interface Outcome {
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** How many cases of each sort there were. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A kind of cases: the project's own file, and the function that runs such a file. */
export interface Kind {
  readonly file: URL;
  run(vectors: unknown): Outcome | Promise<Outcome>;
}

/** A new kind is one module with a `kind`, and one line here. */
const kinds: Readonly<Record<string, () => Promise<{ kind: Kind }>>> = {
  routing: () => import('./routing.ts'),
  reference: () => import('./reference.ts'),
};

async function main([name = '', file]: readonly string[]): Promise<number> {
  const load = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!load) {
    console.error(`There is no kind "${name}"; there are ${Object.keys(kinds).join(', ')}`);
    return 2;
  }
  const { kind } = await load();
  const location = file === undefined ? kind.file : pathToFileURL(file);
  const outcome = await kind.run(JSON.parse(await readFile(location, 'utf8')));
  for (const failure of outcome.failures) console.log(describe(failure));
  console.log(
    Object.entries(outcome.counts)
      .map(([sort, count]) => `${count} ${sort}`)
      .join(', '),
  );
  console.log(`${outcome.passed} passed, ${outcome.failures.length} failed`);
  return outcome.failures.length > 0 ? 1 : 0;
}

function describe({ id, asked, expected, got }: Failure): string {
  return `✗ ${id}  ${asked}\n    expected ${JSON.stringify(expected)}\n    got      ${JSON.stringify(got)}`;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));

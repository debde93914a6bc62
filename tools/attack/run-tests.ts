import { join } from 'node:path';
import { run } from 'node:test';
import { ROOT, filesMatching } from '../lib/source-files.ts';
import type { Outcome } from './summary.ts';

/**
 * Runs test files one after another, because they share hosts. Prints what fails, and why tests are skipped.
 *
 * @param outcome returns the counts for a file
 * @param signal ends the running file and the others
 * @throws {Error} if a pattern matches no file, or the signal is aborted
 */
export async function runTests(
  patterns: readonly string[],
  outcome: (path: string) => Outcome,
  signal: AbortSignal,
): Promise<void> {
  for (const pattern of patterns)
    if (filesMatching(pattern).length === 0) throw new Error(`No file matches ${pattern}`);
  for (const file of filesMatching(...patterns)) {
    await runFile(join(ROOT, file), outcome(file), signal);
    signal.throwIfAborted();
  }
}

async function runFile(file: string, counts: Outcome, signal: AbortSignal): Promise<void> {
  let printed = '';
  for await (const { type, data } of run({ files: [file], execArgv: ARGUMENTS, signal })) {
    if (type === 'test:stderr') printed += data.message;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, details, skip } = data;
    if (skip !== undefined) {
      counts.skipped++;
      console.log(`- ${name}: skipped${typeof skip === 'string' ? `, ${skip}` : ''}`);
    } else if (type === 'test:pass') {
      // A suite is reported after its tests.
      if (details.type !== 'suite') counts.passed++;
    } else {
      const { error } = details as { readonly error: TestError };
      if (error.failureType === 'subtestsFailed') continue;
      counts.failed++;
      // The error of a file that ended early is in its output.
      const text = describe(error) + (name === file ? `\n${printed.slice(-2_000)}` : '');
      console.error(`✗ ${name}\n    ${text.replaceAll('\n', '\n    ')}`);
    }
  }
}

// The timeout reports a test that hangs by its name; it does not limit slow machines.
const ARGUMENTS = ['--conditions=oriel:source', '--test-timeout=600000'];

/** The error of a failed test; one of a suite may be that its tests failed. */
interface TestError extends Error {
  readonly failureType?: string;
}

function describe(error: Error): string {
  return String(error.cause ?? error).slice(0, 2_000);
}

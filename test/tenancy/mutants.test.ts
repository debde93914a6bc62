import { equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { assertApplicable } from '../lib/change-module.ts';
import { MUTANTS } from './mutants.ts';
import { FAILED_CHECK } from './run-mutant.ts';
import type { Check } from './run-mutant.ts';

/** `ORIEL_MUTANTS=all` runs all checks of each mutant, which needs PostgreSQL and about two minutes. */
const isComplete = process.env['ORIEL_MUTANTS'] === 'all';
const REQUESTS = 900;

test('the expression of each mutant occurs once in its file', () => {
  for (const mutant of MUTANTS) assertApplicable(mutant);
});

describe(
  'without one of the places that apply the tenant, a test of tenants fails:',
  { concurrency: Math.min(4, availableParallelism()) },
  () => {
    for (const [index, { name, checks }] of MUTANTS.entries())
      for (const check of isComplete ? checks : checks.slice(0, 1))
        test(`${name} (${check})`, async () => {
          const { status, output } = await run(index, check);
          equal(status, FAILED_CHECK, output);
        });
  },
);

async function run(index: number, check: Check): Promise<{ readonly status: number | null; readonly output: string }> {
  const program = new URL('run-mutant.ts', import.meta.url).pathname;
  const args = ['--conditions=oriel:source', program, String(index), check, String(REQUESTS)];
  // The changed source has other offsets than the file, so that its coverage is wrong.
  const child = spawn(process.execPath, args, { env: { ...process.env, NODE_V8_COVERAGE: '' } });
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  const output = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, output: output.join('\n') };
}

import { AssertionError } from 'node:assert';
import { changeModule } from '../lib/change-module.ts';
import { MUTANTS } from './mutants.ts';
import type { ProviderKind } from './tenant-providers.ts';

/** A part of the tests of tenants: random requests to one kind of provider, live updates, or careless functions. */
export type Check = ProviderKind | 'live' | 'functions';

/** The exit status of this program if the check failed, so that the removed place is tested. */
export const FAILED_CHECK = 3;

/** Runs a check in this process, in which a place that applies the tenant is removed: `node run-mutant.ts <index> <check> <requests>`. */
async function runMutant(index: number, check: Check, requests: number): Promise<void> {
  const assertChanged = changeModule(MUTANTS[index]!);
  const { runCheck } = await import('./run-check.ts');
  try {
    await runCheck(check, requests);
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    console.log(error.message);
    process.exitCode = FAILED_CHECK;
  }
  assertChanged();
}

if (import.meta.main) await runMutant(Number(process.argv[2]), process.argv[3] as Check, Number(process.argv[4]));

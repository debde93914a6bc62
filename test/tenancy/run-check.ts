import { connectPostgres } from '../contracts/postgres.ts';
import { checkFunctions } from './check-functions.ts';
import { checkLiveUpdates } from './check-live.ts';
import { compareTenants } from './compare-tenants.ts';
import type { Check } from './run-mutant.ts';

/** Runs a check. @param requests the number of random requests @throws {AssertionError} (as a rejection) if it fails */
export async function runCheck(check: Check, requests: number): Promise<void> {
  if (check === 'live') return checkLiveUpdates();
  if (check === 'functions') return checkFunctions();
  if (check !== 'postgres') return void (await compareTenants(check, requests));
  const [both, alone] = [await connectPostgres('mutant_both'), await connectPostgres('mutant_alone')];
  try {
    await compareTenants('postgres', requests, [both.database, alone.database]);
  } finally {
    await Promise.all([both.close(), alone.close()]);
  }
}

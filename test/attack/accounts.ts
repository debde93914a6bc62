import { createHash } from 'node:crypto';
import { DEMO_ACCOUNTS as TRACKER_ACCOUNTS } from '../../examples/tracker/seed.ts';
import { DEMO_ACCOUNTS } from '../../examples/atlas/demo-accounts.ts';
import type { Target } from './targets.ts';

/** The accounts of Atlas, with the hash of their keys. */
export const ATLAS_ACCOUNTS = DEMO_ACCOUNTS.map((account) => ({
  ...account,
  keyHash: `sha256:${createHash('sha256').update(account.key).digest('hex')}`,
}));

/** An account of a target. */
export interface Account {
  readonly id: string;
  readonly password: string;
  readonly key: string;
}

/** Returns an account that may write, and for the tracker one of another organisation. */
export function getAccounts({ application }: Target): { readonly user: Account; readonly other: Account } {
  const accounts: readonly Account[] = application === 'atlas' ? DEMO_ACCOUNTS : TRACKER_ACCOUNTS;
  const find = (id: string): Account => accounts.find((account) => account.id === id)!;
  return { user: find('ada'), other: find(application === 'atlas' ? 'ben' : 'eve') };
}

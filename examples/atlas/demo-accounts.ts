import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { hashPassword } from 'oriel/security';

/** Test accounts. Their secrets are public, so they are enabled in development only. */
export const DEMO_ACCOUNTS = [
  { id: 'ada', roles: ['editor'], password: 'lovelace' },
  { id: 'ben', roles: ['editor'], password: 'franklin' },
  { id: 'grace', roles: ['admin'], password: 'hopper' },
].map((account) => ({ ...account, key: `${account.id}.everybody-knows-this-key-to-try-the-atlas-x` }));

/** Adds the test accounts to a complete atlas without them. */
export async function addDemoAccounts(file: string): Promise<void> {
  using database = new DatabaseSync(file, { timeout: 5_000 });
  if (database.prepare('select id from users limit 1').get() !== undefined) return;
  for (const { id, roles, password, key } of DEMO_ACCOUNTS) {
    const [hash, keyHash] = [await hashPassword(password), createHash('sha256').update(key).digest('hex')];
    // Another process may have been quicker.
    database
      .prepare('insert or ignore into users (id, roles, password, key, key_hash) values (?, ?, ?, ?, ?)')
      .run(id, JSON.stringify(roles), hash, id, `sha256:${keyHash}`);
  }
}

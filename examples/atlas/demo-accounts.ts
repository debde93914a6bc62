import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { hashPassword } from 'oriel/security';

/** Accounts to try the atlas with. Everybody knows their secrets, so they let nobody in but in development. */
export const DEMO_ACCOUNTS = [
  { id: 'ada', roles: ['editor'], password: 'lovelace' },
  { id: 'ben', roles: ['editor'], password: 'franklin' },
  { id: 'grace', roles: ['admin'], password: 'hopper' },
].map((account) => ({ ...account, key: `${account.id}.everybody-knows-this-key-to-try-the-atlas-x` }));

/** Puts them into a complete atlas that does not have them. */
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

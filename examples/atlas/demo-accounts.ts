import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { hashPassword } from 'oriel-host/security';

/** Test accounts. Their secrets are public, so they are enabled in development only. */
export const DEMO_ACCOUNTS = [
  { id: 'ada', roles: ['editor'], password: 'lovelace' },
  { id: 'ben', roles: ['editor'], password: 'franklin' },
  { id: 'grace', roles: ['admin'], password: 'hopper' },
].map((account) => ({ ...account, key: `${account.id}.public-demo-key-for-the-atlas-example-app-1` }));

/** Adds the test accounts to a complete atlas without them, or with other keys of an earlier version. */
export async function addDemoAccounts(file: string): Promise<void> {
  using database = new DatabaseSync(file, { timeout: 5_000 });
  for (const { id, roles, password, key } of DEMO_ACCOUNTS) {
    const keyHash = `sha256:${createHash('sha256').update(key).digest('hex')}`;
    if (database.prepare('select id from users where id = ? and key_hash = ?').get(id, keyHash)) continue;
    // Replaces the row, because another process may have inserted it.
    database
      .prepare('insert or replace into users (id, roles, password, key, key_hash) values (?, ?, ?, ?, ?)')
      .run(id, JSON.stringify(roles), await hashPassword(password), id, keyHash);
  }
}

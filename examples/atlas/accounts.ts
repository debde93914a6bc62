import type { ApiKeyEntry, ApiKeyOptions, FixedAccount, Users } from 'oriel/security';
import { sqlUsers } from 'oriel/kysely';
import type { AtlasDatabase } from './database.ts';

/** Who may log in, and by which API keys scripts are known. */
export interface Accounts {
  readonly users: Users;
  readonly keys: ApiKeyOptions['keys'];
}

/** An account as `ATLAS_USERS` lists it: both secrets as their hashes. */
type ListedAccount = FixedAccount & { readonly key?: { readonly id: string; readonly hash: string } };

/**
 * The accounts of `ATLAS_USERS`. Without it there are those of demo-accounts.ts in development, and none otherwise.
 *
 * @throws {Error} when `ATLAS_USERS` is no list
 */
export function accountsOf(database: AtlasDatabase, listed = process.env['ATLAS_USERS']): Accounts {
  return listed ? fromList(parse(listed)) : fromTable(database);
}

/** `npm start` and `oriel dev` set the mode before they load the host. Asked each time: the file may know accounts that nobody may use. */
export function inDevelopment(): boolean {
  return process.env['ORIEL_MODE'] === 'development';
}

function fromTable(database: AtlasDatabase): Accounts {
  const table = sqlUsers(database, { table: 'users' });
  return {
    users: {
      find: (name) => (inDevelopment() ? table.find(name) : undefined),
      load: (id) => (inDevelopment() ? table.load!(id) : undefined),
    },
    keys: async (key) => {
      if (!inDevelopment()) return undefined;
      const row = await database.selectFrom('users').selectAll().where('key', '=', key).executeTakeFirst();
      return row && { id: key, hash: row.key_hash, user: { id: row.id, roles: JSON.parse(row.roles) as string[] } };
    },
  };
}

function fromList(list: readonly ListedAccount[]): Accounts {
  return {
    users: list.map(({ key: _, ...account }) => account),
    keys: list.flatMap(({ id, roles, key }): ApiKeyEntry[] => (key ? [{ ...key, user: { id, roles } }] : [])),
  };
}

// What is wrong with an account of the list, defineHost tells.
function parse(listed: string): readonly ListedAccount[] {
  let list: unknown;
  try {
    list = JSON.parse(listed);
  } catch {
    // Told below, without the hashes in it.
  }
  if (Array.isArray(list)) return list as ListedAccount[];
  throw new Error('ATLAS_USERS is no JSON list: write [{"id":"ada","roles":["editor"],"password":"$argon2id$…"}]');
}

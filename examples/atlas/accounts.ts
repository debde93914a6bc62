import type { ApiKeyEntry, ApiKeyOptions, FixedAccount, Users } from 'oriel-host/security';
import { sqlUsers } from 'oriel-host/kysely';
import type { AtlasDatabase } from './database.ts';

/** The accounts that may log in, and the API keys of scripts. */
export interface Accounts {
  readonly users: Users;
  readonly keys: ApiKeyOptions['keys'];
}

/** An account in `ATLAS_USERS`; password and key are hashes. */
type ListedAccount = FixedAccount & { readonly key?: { readonly id: string; readonly hash: string } };

/**
 * Returns the accounts of `ATLAS_USERS`. Without it, development uses the accounts of demo-accounts.ts, and production has
 * no accounts.
 *
 * @throws {Error} if `ATLAS_USERS` is not a list
 */
export function getAccounts(database: AtlasDatabase, listed = process.env['ATLAS_USERS']): Accounts {
  return listed ? fromList(parse(listed)) : fromTable(database);
}

/** `npm start` and `oriel-host dev` set the mode before they load the host. The mode is read each time, because the file may contain disabled accounts. */
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

// defineHost validates the accounts of the list.
function parse(listed: string): readonly ListedAccount[] {
  let list: unknown;
  try {
    list = JSON.parse(listed);
  } catch {
    // Reported below, without the hashes in the text.
  }
  if (Array.isArray(list)) return list as ListedAccount[];
  throw new Error(
    'ATLAS_USERS is not a JSON list; example: [{"id":"ada","roles":["editor"],"password":"$argon2id$…"}]',
  );
}

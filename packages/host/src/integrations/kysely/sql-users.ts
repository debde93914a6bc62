import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { assertKnownNames } from 'oriel-core/http';
import type { User } from 'oriel-core/http';
import { queryDatabase } from '../sql/database-unavailable.ts';
import type { Account, UserProvider } from '../../features/security/users/user-provider.ts';

/** The table and the columns of accounts. */
export interface SqlUsersOptions {
  /** The table with the accounts. */
  readonly table: string;
  /**
   * The column of `user.id`.
   * @default 'id'
   */
  readonly id?: string;
  /**
   * The column of the name that users enter.
   * @default the column of `id`
   */
  readonly name?: string;
  /**
   * The column of the argon2id hash.
   * @default 'password'
   */
  readonly password?: string;
  /**
   * Returns the user of a row.
   * @default its id and the column `roles`: a JSON list, or names separated by commas
   */
  readonly user?: (row: Readonly<Record<string, unknown>>) => User;
}

/**
 * Reads the accounts for `security.users` from a table. New password hashes are stored in it.
 *
 * @param database Kysely over SQLite or PostgreSQL
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { NodeSqliteDialect, sqlUsers } from 'oriel-host/kysely';
 * const sqlite = new DatabaseSync(':memory:');
 * sqlite.exec(`CREATE TABLE users (id TEXT, email TEXT, password TEXT, roles TEXT);
 *   INSERT INTO users VALUES ('7', 'ada@example.com', NULL, '["editor"]')`);
 * const users = sqlUsers(new Kysely({ dialect: new NodeSqliteDialect({ database: sqlite }) }), { table: 'users', name: 'email' });
 * (await users.find('ada@example.com'))?.user; // => { id: '7', roles: ['editor'] }
 * ```
 */
export function sqlUsers<Tables>(database: Kysely<Tables>, options: SqlUsersOptions): UserProvider {
  assertKnownNames(Object.keys(options), ['table', 'id', 'name', 'password', 'user'], 'option of sqlUsers');
  const { table, id = 'id', name = id, password = 'password' } = options;
  const { user: createUser = (row): User => ({ id: String(row[id]), roles: getRoles(row['roles']) }) } = options;
  const one = async (column: string, value: string): Promise<Account | undefined> => {
    const select = sql<Readonly<Record<string, unknown>>>`
      SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${value} LIMIT 1`;
    const { rows } = await queryDatabase(() => select.execute(database));
    const [row] = rows;
    if (row === undefined) return undefined;
    const hash = row[password];
    return { user: createUser(row), password: typeof hash === 'string' ? hash : undefined };
  };
  return {
    find: (typed) => one(name, typed),
    load: (known) => one(id, known),
    async rehash(known, hash) {
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(password)} = ${hash} WHERE ${sql.ref(id)} = ${known}`.execute(
        database,
      );
    },
  };
}

function getRoles(value: unknown): readonly string[] {
  if (typeof value !== 'string') return Array.isArray(value) ? value.map(String) : [];
  if (value.startsWith('[')) return getRoles(JSON.parse(value));
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((text) => text !== '');
}

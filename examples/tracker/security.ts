import { apiKey, bearer, sessionLogin } from 'oriel-host/security';
import type { ApiKeyEntry, SecurityConfig } from 'oriel-host/security';
import { sqlUsers } from 'oriel-host/kysely';
import { getMember } from './member.ts';
import type { TrackerDatabase } from './tables.ts';
import { TOKEN_ISSUER } from './tokens.ts';

/** Returns the accounts, and how requests authenticate: browsers by session, machines by API key or JSON Web Token. */
export function createSecurity(database: TrackerDatabase, tokenSecret: Uint8Array): SecurityConfig {
  const keys = async (id: string): Promise<ApiKeyEntry | undefined> => {
    const row = await database
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.user_id')
      .select(['api_keys.hash', 'users.id', 'users.organisation', 'users.roles'])
      .where('api_keys.id', '=', id)
      .executeTakeFirst();
    return row && { id, hash: row.hash, user: getMember(row) };
  };
  const tokens = bearer({
    algorithms: ['HS256'],
    secret: tokenSecret,
    issuer: TOKEN_ISSUER,
    user: ({ sub, organisation, roles }) => ({ id: String(sub), organisation, roles: roles as string[] }),
  });
  return {
    users: sqlUsers(database, { table: 'users', user: getMember }),
    // Each process counts login attempts, so that the example needs no Redis.
    throttle: { perProcess: true },
    roles: { admin: ['member'], member: [] },
    firewalls: [{ name: 'tracker', authenticators: [apiKey({ keys }), tokens, sessionLogin()], anonymous: true }],
  };
}

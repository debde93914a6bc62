import type { Authenticator } from './authenticator.ts';
import type { FirewallDefinition } from './firewall.ts';
import type { SecurityConfig, SecuritySettings } from './security-config.ts';
import { anything, choice, either, formatValue, group, issue, validateSettings } from 'oriel-core/configuration';
import type { ConfigIssue, Settings } from 'oriel-core/configuration';
import { THROTTLE_SETTINGS } from './login-throttle.ts';
import { PASSWORD_SETTINGS } from './passwords.ts';
import { parsePasswordHash } from './phc-string.ts';
import { ACCESS_SETTINGS, isListOfTexts, validateAccess } from './validate-access.ts';
import { FIREWALLS, validateFirewallOrder } from './validate-firewalls.ts';

/** Reports security settings that are invalid or would protect nothing. */
export function* validateSecurity(security: SecurityConfig, config: SecuritySettings): Generator<ConfigIssue> {
  if (typeof security !== 'object' || !Array.isArray(security?.firewalls) || security.firewalls.length === 0) {
    const fix = "Add at least one: security: { firewalls: [{ name: 'all', anonymous: true }] }";
    return yield issue('ORIEL_SECURITY_FIREWALLS', 'security.firewalls', 'No firewall is configured', fix);
  }
  yield* validateSettings(SECURITY_SETTINGS, security, 'security.');
  const { firewalls } = security;
  yield* validateAccess(security, config);
  // The order is only meaningful if all firewalls are objects.
  if (firewalls.every((firewall) => typeof firewall === 'object' && firewall !== null))
    yield* validateFirewallOrder(firewalls);
  yield* validateUsers(security.users, security.passwords?.verify !== undefined);
  yield* validateNeeds(firewalls, security, config);
}

export const SECURITY_SETTINGS = {
  firewalls: FIREWALLS,
  ...ACCESS_SETTINGS,
  users: anything(),
  passwords: group(PASSWORD_SETTINGS, { default: {}, code: 'ORIEL_SECURITY_PASSWORDS' }),
  throttle: either([choice([false]), group(THROTTLE_SETTINGS)], {
    default: {},
    code: 'ORIEL_SECURITY_THROTTLE',
    fix: 'Use { attempts, window }, or false for no limit',
  }),
} satisfies Settings<SecurityConfig>;

// Issues never contain the value, because it may be a password instead of its hash.
function* validateUsers(users: SecurityConfig['users'], hasVerify: boolean): Generator<ConfigIssue> {
  if (users === undefined || typeof users === 'function') return;
  if (!Array.isArray(users)) {
    if (typeof users === 'object' && users !== null && 'find' in users) return;
    const fix = "Use an array of accounts, a function, or a provider such as sqlUsers(database, { table: 'users' })";
    return yield issue('ORIEL_SECURITY_USERS', 'security.users', `It is ${formatValue(users)}`, fix);
  }
  const seen = new Set<string>();
  for (const [index, account] of users.entries()) {
    const path = `security.users[${index}]`;
    const { id, roles, password } = (account ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || id === '' || !isListOfTexts(roles)) {
      const fix = "Write { id: 'ada', roles: ['editor'], password: '$argon2id$…' }";
      yield issue('ORIEL_SECURITY_USERS', path, 'It has no id or no array of roles', fix);
    } else if (seen.has(id)) {
      yield issue('ORIEL_SECURITY_USERS', path, `Another account has the id "${id}"`, 'Give each account a unique id');
    } else seen.add(id);
    if (password === undefined || (typeof password === 'string' && parsePasswordHash(password))) continue;
    if (hasVerify && typeof password === 'string' && LOOKS_LIKE_A_HASH.test(password)) continue;
    const fix = "Store its hash: console.log(await hashPassword('…')), from 'oriel-host/security'";
    yield issue('ORIEL_SECURITY_PLAINTEXT', `${path}.password`, 'It is not an argon2id hash', fix);
  }
}

// For example `$2b$10$…`, `$scrypt$…` and `pbkdf2_sha256$…`.
const LOOKS_LIKE_A_HASH = /^(?=.*\$)\S{20,}$/;

function* validateNeeds(
  firewalls: readonly FirewallDefinition[],
  { users }: SecurityConfig,
  config: SecuritySettings,
): Generator<ConfigIssue> {
  const missing = {
    users: users === undefined ? ['there are no accounts', 'Add security.users'] : undefined,
    sessions:
      config.sessions === undefined
        ? ['sessions are not configured', 'Add sessions: {} to the configuration']
        : undefined,
  };
  for (const [index, firewall] of firewalls.entries()) {
    for (const authenticator of getAuthenticators(firewall)) {
      for (const need of authenticator.needs ?? []) {
        const lacking = need === 'tls' ? undefined : missing[need];
        if (lacking === undefined) continue;
        const path = `security.firewalls[${index}] "${firewall.name}"`;
        yield issue(
          'ORIEL_SECURITY_NEEDS',
          path,
          `"${authenticator.name}" needs ${need}, and ${lacking[0]}`,
          lacking[1]!,
        );
      }
    }
  }
}

function getAuthenticators(firewall: FirewallDefinition): readonly Authenticator[] {
  const { authenticators } = firewall ?? {};
  return Array.isArray(authenticators)
    ? authenticators.filter((authenticator) => typeof authenticator === 'object' && authenticator)
    : [];
}

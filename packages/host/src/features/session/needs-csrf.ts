import type { SecurityConfig } from '../security/security-config.ts';
import type { SessionConfig } from './session-config.ts';

export interface CsrfSettings {
  readonly origins?: readonly string[];
  readonly sessions?: SessionConfig;
  readonly security?: Pick<SecurityConfig, 'firewalls'>;
}

/**
 * Returns whether browsers send credentials automatically, even for pages from other origins: a session cookie, or Basic
 * credentials. The configuration may not have been validated yet.
 */
export function needsCsrf({ sessions, security }: CsrfSettings): boolean {
  if (sessions !== undefined) return true;
  if (!Array.isArray(security?.firewalls)) return false;
  return security.firewalls.some(
    (firewall: SecurityConfig['firewalls'][number] | undefined) =>
      Array.isArray(firewall?.authenticators) &&
      firewall.authenticators.some((authenticator) => authenticator?.ambient),
  );
}

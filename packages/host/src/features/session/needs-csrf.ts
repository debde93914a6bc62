import type { SessionConfig } from './session-config.ts';

export interface CsrfSettings {
  readonly origins?: readonly string[];
  readonly sessions?: SessionConfig;
  readonly security?: { readonly firewalls: Firewalls };
}

type Firewalls = readonly { readonly authenticators?: readonly { readonly ambient?: boolean | undefined }[] }[];

/**
 * Returns whether browsers send credentials automatically, even for pages from other origins: a session cookie, or Basic
 * credentials. The configuration may not have been validated yet.
 */
export function needsCsrf({ sessions, security }: CsrfSettings): boolean {
  if (sessions !== undefined) return true;
  if (!Array.isArray(security?.firewalls)) return false;
  return security.firewalls.some(
    (firewall: Firewalls[number] | undefined) =>
      Array.isArray(firewall?.authenticators) &&
      firewall.authenticators.some((authenticator) => authenticator?.ambient),
  );
}

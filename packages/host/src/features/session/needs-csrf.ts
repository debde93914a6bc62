import type { SessionConfig } from './session-config.ts';

/** The part of the host's configuration that CSRF protection depends on. */
export interface CsrfSettings {
  readonly origins?: readonly string[];
  readonly sessions?: SessionConfig;
  readonly security?: { readonly firewalls: Firewalls };
}

type Firewalls = readonly { readonly authenticators?: readonly Authenticator[] }[];

interface Authenticator {
  readonly ambient?: boolean | undefined;
}

/**
 * Returns whether browsers send credentials automatically, even for pages from other origins: a session cookie, or Basic
 * credentials.
 */
export function needsCsrf({ sessions, security }: CsrfSettings): boolean {
  if (sessions !== undefined) return true;
  // The configuration may not have been validated yet.
  if (!Array.isArray(security?.firewalls)) return false;
  return security.firewalls.some((firewall: Firewalls[number] | undefined) => {
    const authenticators = firewall?.authenticators;
    return (
      Array.isArray(authenticators) &&
      authenticators.some((authenticator: Authenticator | undefined) => authenticator?.ambient)
    );
  });
}

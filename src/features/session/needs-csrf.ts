import type { SessionConfig } from './session-config.ts';

/** The part of the host's configuration that CSRF protection depends on. */
export interface CsrfSettings {
  readonly origins?: readonly string[];
  readonly sessions?: SessionConfig;
  readonly security?: {
    readonly firewalls: readonly { readonly authenticators?: readonly { readonly ambient?: boolean | undefined }[] }[];
  };
}

/** Do browsers send credentials by themselves, and so for pages of any origin: a session cookie, or Basic credentials? */
export function needsCsrf({ sessions, security }: CsrfSettings): boolean {
  if (sessions !== undefined) return true;
  return (security?.firewalls ?? []).some(({ authenticators = [] }) => authenticators.some(({ ambient }) => ambient));
}

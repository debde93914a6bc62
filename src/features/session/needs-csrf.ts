import type { HostConfig } from '../../host/config.ts';

/** Is there anything that a browser sends by itself, and so for any page that asks it to: a session's cookie, or Basic? */
export function needsCsrf({ sessions, security }: HostConfig): boolean {
  if (sessions !== undefined) return true;
  return (security?.firewalls ?? []).some(({ authenticators = [] }) => authenticators.some(({ ambient }) => ambient));
}

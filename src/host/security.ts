import { FirewallListener } from '../listeners/security/index.ts';
import { Firewall, Passwords, toUserProvider } from '../security/index.ts';
import type { SecurityConfig } from '../security/index.ts';
import type { HostConfig } from './config.ts';
import type { PipelineParts } from './pipeline.ts';
import type { RouteDeclaration } from './route.ts';

/** The security of one host: the routes that lead in and out, and the listeners that guard the rest. */
export interface Security {
  readonly routes: readonly RouteDeclaration[];
  readonly listeners: PipelineParts;
}

/** Puts security together; only hosts that have some load this. @param isOwn routes that guard themselves */
export function createSecurity(
  security: SecurityConfig,
  config: HostConfig,
  isOwn: (route: { readonly data?: unknown }) => boolean,
): Security {
  const firewalls = security.firewalls.map((each) => new Firewall(each, config.title ?? 'Oriel'));
  const services = { users: toUserProvider(security.users), passwords: new Passwords(security.passwords) };
  return {
    routes: [],
    listeners: { firewall: new FirewallListener(firewalls, services, (data) => !isOwn({ data })) },
  };
}

export { wrongSecurity } from './check-security.ts';

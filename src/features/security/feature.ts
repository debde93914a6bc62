import { FirewallListener } from './firewall-listener.ts';
import { Firewall } from './firewall.ts';
import { Passwords } from './passwords.ts';
import { toUserProvider } from './users/fixed-users.ts';
import type { Authenticator, EntryRoute, SecurityServices } from './authenticator.ts';
import type { SecurityConfig } from './security-config.ts';
import type { HostConfig } from '../../host/config.ts';
import { HostConfigError, issue } from '../../core/configuration/config-issue.ts';
import { createLoginThrottle } from '../rate-limit/login-throttle.ts';
import type { PipelineParts } from '../../host/pipeline.ts';
import { route } from '../../core/routes/route.ts';
import type { RouteDeclaration } from '../../core/routes/route.ts';
import { dataOf } from '../../core/routes/route-table.ts';
import type { Route } from '../../core/routing/route.ts';
import type { Logger } from '../../core/trace/logger.ts';

export { wrongSecurity } from './check-security.ts';

/** The security of one host: the routes that lead in and out, and the listeners that guard the rest. */
export interface Security {
  readonly routes: readonly RouteDeclaration[];
  readonly listeners: PipelineParts;
}

/**
 * Puts security together; only hosts that have some load this.
 *
 * @param isOwn routes that guard themselves
 * @param open will it be reached over a network by people who mean it?
 * @throws {HostConfigError} when passwords would go over an open line
 */
export function createSecurity(
  security: SecurityConfig,
  config: HostConfig,
  isOwn: (route: { readonly data?: unknown }) => boolean,
  open: boolean,
  logger: Logger,
): Security {
  const authenticators = [...new Set(security.firewalls.flatMap(({ authenticators: each = [] }) => each))];
  if (open && config.tls === undefined && config.proxies === undefined) forbidPlain(authenticators);
  const firewalls = security.firewalls.map((each) => new Firewall(each, config.title ?? 'Oriel'));
  const services: SecurityServices = {
    users: toUserProvider(security.users),
    passwords: new Passwords(security.passwords),
    throttle: createLoginThrottle(security.throttle, config.rateLimits, logger),
  };
  const routes = authenticators.flatMap(({ routes: entries = [] }) => entries.map((each) => toRoute(each, services)));
  const own = new Set(routes);
  return {
    routes,
    listeners: {
      firewall: new FirewallListener(
        firewalls,
        services,
        (data) => !isOwn({ data }),
        (matched) => matched !== undefined && own.has(dataOf(matched as Route).declaration),
      ),
    },
  };
}

function toRoute({ name, line, handle }: EntryRoute, services: SecurityServices): RouteDeclaration {
  return route(name, line, { handle: ({ context }) => handle(context, services) });
}

function forbidPlain(authenticators: readonly Authenticator[]): void {
  const issues = authenticators
    .filter(({ needs = [] }) => needs.includes('tls'))
    .map(({ name }) =>
      issue(
        'ORIEL_SECURITY_PLAIN',
        'security.firewalls',
        `"${name}" sends passwords with each request, and this host speaks http without a proxy before it`,
        "Add tls, or say who brings it: proxies: ['127.0.0.1']",
      ),
    );
  if (issues.length > 0) throw new HostConfigError(issues);
}

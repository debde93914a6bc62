import { HostConfigError, issue } from 'oriel-core/configuration';
import { getData } from '../../routes/route-table.ts';
import { route } from '../../routes/route.ts';
import type { RouteDeclaration } from '../../routes/route.ts';
import type { Route } from '../../routing/route-definition.ts';
import type { Feature } from '../feature.ts';
import { hasLimits } from '../rate-limit/has-limits.ts';
import { limitsCollector } from '../rate-limit/limits-collector.ts';
import { limitSettings } from '../rate-limit/rate-limit.ts';
import { API_SECURITY, FIREWALL, LOGIN_ROUTES } from '../service-keys.ts';
import { STATE_REDIS } from '../state-fixes.ts';
import { apiSecurity } from './api-security.ts';
import type { Authenticator, EntryRoute, SecurityServices } from './authenticator.ts';
import { validateSecurity } from './validate-security.ts';
import { createFirewallListener } from './firewall-listener.ts';
import { createFirewall } from './firewall.ts';
import { Passwords } from './passwords.ts';
import type { SecurityConfig, SecuritySettings } from './security-config.ts';
import { toUserProvider } from './users/user-provider.ts';
import { limitLogins } from './login-throttle.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { Limiter } from '../rate-limit/limiter.ts';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.ts';
import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import type { Logger } from 'oriel-core/trace';
import { createStoreErrorReporter } from 'oriel-core/trace';

/** Authentication: firewalls, logins and the login throttle. */
export const feature: Feature<SecuritySettings> = {
  name: 'security',
  validate: (config) => (config.security === undefined ? [] : validateSecurity(config.security, config)),
  *sharedState({ security, rateLimits = [] }) {
    const throttle = security?.throttle ?? {};
    if (security === undefined || !checksPasswords(security) || throttle === false) return;
    const { store, perProcess = false } = limitSettings(rateLimits);
    yield {
      name: 'login attempts',
      shared: store?.shared,
      isAccepted: perProcess || throttle.perProcess,
      code: 'LOGINS',
      place: 'rateLimits.store',
      effect: 'count login attempts separately, which multiplies the allowed attempts',
      fix: `Set ${STATE_REDIS}, use a shared store: rateLimits: { store: redisLimitStore(client) }, or accept separate counts: security: { throttle: { perProcess: true } }`,
    };
  },
  routeNames: ({ security }) =>
    getAuthenticators(security).flatMap(({ routes = [] }) => routes.map(({ name }) => name)),
  prepare({ security, sessions }, { provide }) {
    if (security !== undefined) provide(API_SECURITY, apiSecurity(security, sessions));
  },
  create(config, { mode, isListening, logger, checksAccess, provide }) {
    const { security } = config;
    if (security === undefined) return {};
    const authenticators = getAuthenticators(security);
    const isExposed = isListening && mode !== 'development';
    if (isExposed && config.tls === undefined && config.proxies === undefined) forbidPlain(authenticators);
    const services: SecurityServices = {
      users: toUserProvider(security.users),
      passwords: new Passwords(security.passwords),
      throttle: createLoginThrottle(security.throttle, config.rateLimits, logger),
    };
    const routes = authenticators.flatMap(({ routes: entries = [] }) =>
      entries.map((entry) => toRoute(entry, services)),
    );
    const logins = new Set(routes);
    provide(LOGIN_ROUTES, logins);
    const firewall = createFirewallListener({
      firewalls: security.firewalls.map((definition) => createFirewall(definition, config.title ?? 'Oriel')),
      services,
      appliesTo: (data) => !checksAccess(data),
      isEntry: (matched) => matched !== undefined && logins.has(getData(matched as Route).declaration),
    });
    provide(FIREWALL, firewall);
    return {
      routes,
      listeners: { firewall },
      // With rate limits, their feature records the login throttle, too.
      ...(hasLimits(config) ? {} : { collectors: [limitsCollector(config.rateLimits)] }),
    };
  },
};

function getAuthenticators(security: SecurityConfig | undefined): readonly Authenticator[] {
  return [...new Set((security?.firewalls ?? []).flatMap(({ authenticators = [] }) => authenticators))];
}

function checksPasswords(security: SecurityConfig): boolean {
  return getAuthenticators(security).some(({ needs = [] }) => needs.includes('users'));
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
        `"${name}" sends passwords with each request, and this host uses HTTP without a proxy`,
        "Add tls, or list the proxy that terminates TLS: proxies: ['127.0.0.1']",
      ),
    );
  if (issues.length > 0) throw new HostConfigError(issues);
}

/** Creates the login throttle. It counts in the store of the rate limits. */
function createLoginThrottle(
  throttle: SecurityConfig['throttle'],
  rateLimits: RateLimitConfig | undefined,
  logger: Logger,
): LoginThrottle {
  if (throttle === false) return UNLIMITED;
  const { store = new MemoryLimitStore({ most: MAX_KEPT }) } = limitSettings(rateLimits ?? []);
  const limiter = new Limiter({ store, failure: 'closed' }, createStoreErrorReporter(logger, 'Logins'));
  return limitLogins(limiter, throttle);
}

const UNLIMITED: LoginThrottle = { attempt() {}, succeeded() {} };
const MAX_KEPT = 20_000;

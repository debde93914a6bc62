import { listRuleParts } from '../../http/access-rule.ts';
import type { RouteData } from '../../routes/route-table.ts';
import type { Feature } from '../feature.ts';
import { CONCEALMENT, FIREWALL, LOGIN_ROUTES, OPERATION_GRANTS } from '../service-keys.ts';
import { AccessDecision } from './access-decision.ts';
import { createAccessListener } from './access-listener.ts';
import type { OperationGrants } from './access-listener.ts';
import { Concealment, createConcealListener, createConcealQueryListener, hasFunction } from './concealment.ts';
import type { ConcealmentOptions } from './concealment.ts';
import { PathRules } from './path-rules.ts';
import { routeGrantListener } from './check-route-access.ts';
import { docsAccess, mcpAccess, getRules } from './rules-of.ts';
import type { SecuritySettings } from './security-config.ts';
import { issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Authorization: the listeners that check access rules, and what conceals hidden routes. */
export const feature: Feature<SecuritySettings> = {
  name: 'authorization',
  validate: validateRulesWithoutUsers,
  create(config, { mode, checksAccess, find, provide }) {
    const operations = find(OPERATION_GRANTS);
    if (!hasRules(config, operations)) return {};
    const { routes = [], security } = config;
    const { access = [], default: defaultDecision, voters, roles } = security ?? {};
    const logins = find(LOGIN_ROUTES);
    const leaveOut = (data: unknown): boolean =>
      checksAccess(data) || logins?.has((data as RouteData).declaration) === true;
    const decider = new AccessDecision({ voters, roles });
    const paths = new PathRules(access);
    const listener = createAccessListener({ decider, paths, denies: defaultDecision === 'deny', operations, leaveOut });
    const pathsMayHide = paths.rules.some(({ parts }) => hasFunction(parts));
    const routesMayHide = routes.some(({ access: rule }) => rule !== undefined && hasFunction(listRuleParts(rule)));
    const concealment =
      pathsMayHide || routesMayHide || operations?.hide === true
        ? new Concealment({
            authenticate: find(FIREWALL)?.on['kernel.request'] as ConcealmentOptions['authenticate'],
            authorize: (event) => listener.on['kernel.request'](event),
            pathsMayHide,
            operations,
            leaveOut,
          })
        : undefined;
    if (concealment !== undefined) provide(CONCEALMENT, concealment);
    return {
      listeners: {
        access: listener,
        ...(concealment && { conceal: createConcealListener(concealment, mode === 'development') }),
        ...(concealment &&
          operations && {
            concealQuery: createConcealQueryListener(concealment, (route) => operations.readsQuery(route)),
          }),
        ...(routes.some((route) => route.access !== undefined && route.body !== undefined) && {
          routeGrant: routeGrantListener,
        }),
      },
    };
  },
};

function hasRules(config: SecuritySettings, operations: OperationGrants | undefined): boolean {
  if ((docsAccess(config) ?? mcpAccess(config)) !== undefined) return true;
  if (config.security !== undefined || operations !== undefined) return true;
  return config.routes?.some(({ access }) => access !== undefined) === true;
}

/** Reports rules that require a user on a host without authentication, because no request could satisfy them. */
function* validateRulesWithoutUsers(config: SecuritySettings): Generator<ConfigIssue> {
  if (config.security || !Array.isArray(config.resources ?? []) || !Array.isArray(config.routes ?? [])) return;
  for (const { place, parts, at } of getRules(config)) {
    const word = parts.find((part) => typeof part === 'string' && /^(?:user$|role:|attribute:)/.test(part));
    if (word === undefined) continue;
    const reason = `'${String(word)}' requires an authenticated user, but the host has no firewall`;
    const fix = "Add security: { firewalls: [{ name: 'all', authenticators: [basic()], anonymous: true }] }";
    yield { ...issue('ORIEL_ACCESS_NO_FIREWALL', place, reason, fix), at };
  }
}

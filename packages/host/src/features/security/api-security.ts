import { route } from '../../routes/route.ts';
import type { ApiSecurity, DescribedEntry } from '../openapi-security.ts';
import { isWithinPath, trimPathPrefix } from '../../routing/request-path.ts';
import type { Authenticator } from './authenticator.ts';
import type { FirewallDefinition } from './firewall.ts';
import { PathRules } from './path-rules.ts';
import type { SecurityConfig } from './security-config.ts';
import type { SessionConfig } from '../session/session-config.ts';
import { sessionCookieNames } from '../session/session-cookie.ts';

type Scheme = Readonly<Record<string, unknown>>;

/** Returns the authentication and authorization requirements that API documents list, from the firewalls and the path rules. */
export function apiSecurity(
  { firewalls, access = [], default: defaultRule }: SecurityConfig,
  sessions: SessionConfig | undefined,
): ApiSecurity {
  const schemes = new Map<string, Scheme>();
  for (const { authenticators = [] } of firewalls)
    for (const authenticator of authenticators) {
      const described = getScheme(authenticator, sessions);
      if (described) schemes.set(authenticator.name, described);
      if (needsToken(authenticator, sessions)) schemes.set(CSRF, CSRF_SCHEME);
    }
  const rules = new PathRules(access);
  return {
    schemes: Object.fromEntries(schemes),
    entries: getEntries(firewalls),
    guardOf(path, method) {
      const firewall = firewalls.find((candidate) => isCovered(candidate, path));
      const authenticators = firewall?.authenticators ?? [];
      return {
        schemes: authenticators
          .filter(({ name }) => schemes.has(name))
          .map((authenticator) =>
            !SAFE.has(method) && needsToken(authenticator, sessions)
              ? [authenticator.name, CSRF]
              : [authenticator.name],
          ),
        // An unknown session is anonymous and not rejected.
        rejectsInvalidCredentials: authenticators.some(
          ({ ambient, needs, scheme, openapi }) =>
            !(ambient ?? needs?.includes('sessions')) || scheme !== undefined || openapi !== undefined,
        ),
        requiresCredentials: firewall?.anonymous !== true,
        rule: rules.always(path, method)?.parts,
        deniesByDefault: defaultRule === 'deny',
      };
    },
  };
}

function getEntries(firewalls: readonly FirewallDefinition[]): DescribedEntry[] {
  const authenticators = new Set(firewalls.flatMap((firewall) => firewall.authenticators ?? []));
  return [...authenticators]
    .flatMap(({ routes = [] }) => routes)
    .flatMap(({ name, line, describe }) =>
      describe === undefined ? [] : [{ ...describe, route: route(name, line, { handle: () => {} }) }],
    );
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
const CSRF = 'csrf-token';
const CSRF_SCHEME: Scheme = {
  type: 'apiKey',
  in: 'header',
  name: 'X-CSRF-Token',
  description: 'The CSRF token of the session, which unsafe requests must send beside its cookie.',
};

function getScheme(authenticator: Authenticator, sessions: SessionConfig | undefined): Scheme | undefined {
  const { scheme, openapi } = authenticator;
  if (openapi) return openapi;
  if (scheme !== undefined) return { type: 'http', scheme: scheme.toLowerCase() };
  if (sessions === undefined || !usesSession(authenticator)) return undefined;
  const { http, https } = sessionCookieNames(sessions);
  return {
    type: 'apiKey',
    in: 'cookie',
    name: http,
    description: `The session cookie, which a login sets. ${http === https ? '' : `Over HTTPS its name is ${https}. `}Browsers send it automatically.`,
  };
}

function needsToken(authenticator: Authenticator, sessions: SessionConfig | undefined): boolean {
  if (sessions === undefined || sessions.csrf === false) return false;
  return usesSession(authenticator) && sessions.csrf?.token !== 'unknown-origin';
}

function usesSession({ ambient, needs = [] }: Authenticator): boolean {
  return ambient !== false && needs.includes('sessions');
}

// Firewalls for some hosts only do not apply to every request.
function isCovered({ path, host }: FirewallDefinition, requested: string): boolean {
  if (host !== undefined) return false;
  return path === undefined || [path].flat().some((prefix) => isWithinPath(requested, trimPathPrefix(prefix)));
}

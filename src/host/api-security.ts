import type { ApiSecurity } from '../api/index.ts';
import { coveredMethods, partsOf } from '../http/index.ts';
import type { Authenticator, FirewallDefinition, SecurityConfig } from '../security/index.ts';

/** What the documents of an API tell of who may, from the firewalls and the rules of paths. */
export function apiSecurity({ firewalls, access = [], default: usual }: SecurityConfig): ApiSecurity {
  const schemes = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { authenticators = [] } of firewalls)
    for (const each of authenticators) {
      const described = schemeOf(each);
      if (described) schemes.set(each.name, described);
    }
  return {
    schemes: Object.fromEntries(schemes),
    guardOf(path, method) {
      const firewall = firewalls.find((each) => isCovered(each, path, method));
      const rule = access.find(
        (each) => begins(path, each.path) && (each.methods === undefined || coveredMethods(each.methods).has(method)),
      );
      const authenticators = firewall?.authenticators ?? [];
      return {
        schemes: authenticators.map(({ name }) => name).filter((name) => schemes.has(name)),
        // A session that is none is nobody's, and no wrong proof of anything.
        looks: authenticators.some(({ name, ambient }) => ambient !== true || schemes.has(name)),
        closed: firewall?.anonymous !== true,
        rule: rule?.hosts === undefined && rule !== undefined ? partsOf(rule.allow) : undefined,
        denies: usual === 'deny',
      };
    },
  };
}

function schemeOf({ scheme, openapi }: Authenticator): Readonly<Record<string, unknown>> | undefined {
  if (openapi) return openapi;
  if (scheme === undefined) return undefined;
  return { type: 'http', scheme: scheme.toLowerCase() };
}

// Of firewalls for some hosts only, nothing can be said for all.
function isCovered({ path, host, methods }: FirewallDefinition, asked: string, method: string): boolean {
  const paths = path === undefined ? undefined : ([] as string[]).concat(path);
  if (host !== undefined || (methods !== undefined && !coveredMethods(methods).has(method))) return false;
  return paths === undefined || paths.some((each) => begins(asked, each));
}

function begins(path: string, prefix: string): boolean {
  const start = prefix.replace(/\/+$/, '');
  return path === start || path.startsWith(`${start}/`);
}

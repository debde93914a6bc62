import type { ResourceModel } from '../resources/model/resource-model.ts';
import { coveredMethods } from '../../core/http/reads.ts';
import { isPublic } from '../../core/http/access-rule.ts';
import type { AnyRulePart } from '../../core/http/access-rule.ts';

/** What stands between a reader and a resource beside its own rules. */
export interface Guards {
  /** Rules of paths. */
  readonly guards: readonly (readonly AnyRulePart[])[];
  /** Does a firewall let nobody through who is not known? */
  readonly requiresLogin: boolean;
  /** Why nobody may read it, where nobody may. */
  readonly deniedReason: string | undefined;
}

/** A rule of `security.access`. */
interface PathRule {
  readonly path: string;
  readonly methods?: readonly string[];
  readonly hosts?: unknown;
  readonly allow: unknown;
}

/** The part of the host's configuration that decides about reading, beside the rules of a resource. */
export interface GuardedConfig {
  readonly security?: {
    readonly default?: 'deny' | 'public';
    readonly access?: readonly PathRule[];
    readonly firewalls: readonly { readonly anonymous?: boolean; readonly path?: string | readonly string[] }[];
  };
}

/**
 * What else decides about reading a resource. A request is decided by the first rule that covers it; of a token that lets
 * hear of all items, all that may cover one of them are asked.
 */
export function accessOutsideResource(resource: ResourceModel, { security }: GuardedConfig): Guards {
  if (security === undefined) return { guards: [], requiresLogin: false, deniedReason: undefined };
  const base = resource.path.replace(/\/*\{.*$/s, '');
  const { found, covered } = pathRules(base, security.access ?? []);
  const reading = resource.operations.find(({ kind }) => kind === 'get') ?? resource.operations[0];
  const isSaid = covered || reading?.access?.rule !== undefined;
  return {
    guards: found.map(({ allow }) => [allow].flat() as readonly AnyRulePart[]).filter((parts) => !isPublic(parts)),
    requiresLogin: security.firewalls.some(
      ({ anonymous, path }) =>
        anonymous !== true && (path === undefined || [path].flat().some((each) => meets(base, each))),
    ),
    deniedReason: security.default === 'deny' && !isSaid ? 'no rule says who may read it' : undefined,
  };
}

function pathRules(base: string, rules: readonly PathRule[]): { found: PathRule[]; covered: boolean } {
  const found: PathRule[] = [];
  for (const rule of rules) {
    const { path, methods, hosts } = rule;
    if (methods !== undefined && !coveredMethods(methods).has('GET')) continue;
    if (!meets(base, path)) continue;
    found.push(rule);
    if (isWithin(base, plain(path)) && hosts === undefined) return { found, covered: true };
  }
  return { found, covered: false };
}

// Does a path cover a collection or some of it?
function meets(base: string, path: string): boolean {
  return isWithin(base, plain(path)) || isWithin(plain(path), base);
}

function isWithin(path: string, prefix: string): boolean {
  return path === prefix || prefix === '' || (path.startsWith(prefix) && '/.'.includes(path[prefix.length]!));
}

function plain(path: string): string {
  return path.replace(/\/+$/, '');
}

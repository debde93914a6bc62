import type { ResourceModel } from '../resources/model/resource-model.ts';
import { expandSafeMethods } from '../../http/methods.ts';
import { isPublic } from '../../http/access-rule.ts';
import type { AnyRulePart } from '../../http/access-rule.ts';
import { trimPathPrefix } from '../../routing/request-path.ts';

/** Restrictions on reading a resource in addition to its own access rules. */
export interface Guards {
  /** Rules for paths. */
  readonly guards: readonly (readonly AnyRulePart[])[];
  /** Whether a firewall requires authentication. */
  readonly requiresLogin: boolean;
  /** Why no one may read the resource; undefined if someone may. */
  readonly deniedReason: string | undefined;
}

/** A rule of `security.access`. */
interface PathRule {
  readonly path: string;
  readonly methods?: readonly string[];
  readonly hosts?: unknown;
  readonly allow: unknown;
}

/** The part of the host's configuration that restricts reading in addition to the rules of resources. */
export interface GuardedConfig {
  readonly security?: {
    readonly default?: 'deny' | 'public';
    readonly access?: readonly PathRule[];
    readonly firewalls: readonly { readonly anonymous?: boolean; readonly path?: string | readonly string[] }[];
  };
}

/**
 * Returns the restrictions on reading a resource. A request is decided by the first rule that covers it; a token for all items
 * has to satisfy every rule that covers one of them.
 */
export function accessOutsideResource(resource: ResourceModel, { security }: GuardedConfig): Guards {
  if (security === undefined) return { guards: [], requiresLogin: false, deniedReason: undefined };
  const base = resource.path.replace(/\/*\{.*$/s, '');
  const { found, covered } = pathRules(base, security.access ?? []);
  const reading = resource.operations.find(({ kind }) => kind === 'get') ?? resource.operations[0];
  const hasRule = covered || reading?.access?.rule !== undefined;
  return {
    guards: found.map(({ allow }) => [allow].flat() as readonly AnyRulePart[]).filter((parts) => !isPublic(parts)),
    requiresLogin: security.firewalls.some(
      ({ anonymous, path }) =>
        anonymous !== true && (path === undefined || [path].flat().some((text) => overlaps(base, text))),
    ),
    deniedReason: security.default === 'deny' && !hasRule ? 'no rule says who may read it' : undefined,
  };
}

function pathRules(base: string, rules: readonly PathRule[]): { found: PathRule[]; covered: boolean } {
  const found: PathRule[] = [];
  for (const rule of rules) {
    const { path, methods, hosts } = rule;
    if (methods !== undefined && !expandSafeMethods(methods).has('GET')) continue;
    if (!overlaps(base, path)) continue;
    found.push(rule);
    if (isWithin(base, trimPathPrefix(path)) && hosts === undefined) return { found, covered: true };
  }
  return { found, covered: false };
}

// Returns true if a path covers a collection or a part of it.
function overlaps(base: string, path: string): boolean {
  return isWithin(base, trimPathPrefix(path)) || isWithin(trimPathPrefix(path), base);
}

function isWithin(path: string, prefix: string): boolean {
  return path === prefix || prefix === '' || (path.startsWith(prefix) && '/.'.includes(path[prefix.length]!));
}

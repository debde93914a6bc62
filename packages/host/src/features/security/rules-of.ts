import { listRuleParts } from '../../http/access-rule.ts';
import type { AnyRule, AnyRulePart } from '../../http/access-rule.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { RuledResource, SecuritySettings } from './security-config.ts';

export interface DeclaredRule {
  readonly place: string;
  readonly parts: readonly AnyRulePart[];
  readonly at: ConfigIssue['at'];
}

/** Yields every access rule of a configuration. */
export function* getRules(config: SecuritySettings): Generator<DeclaredRule> {
  const { security } = config;
  const [resources, routes] = [config.resources ?? [], config.routes ?? []];
  // Invalid resources and routes are reported elsewhere.
  for (const [index, resource] of resources.entries())
    if (typeof resource?.definition === 'object' && resource.definition !== null) yield* ofResource(resource, index);
  for (const [index, route] of routes.entries())
    if (route?.access !== undefined)
      yield { place: `routes[${index}] "${route.name}".access`, parts: listRuleParts(route.access), at: route.at };
  const docs = docsAccess(config);
  if (docs !== undefined) yield { place: 'api.docs.access', parts: listRuleParts(docs), at: undefined };
  const mcp = mcpAccess(config);
  if (mcp !== undefined) yield { place: 'mcp.access', parts: listRuleParts(mcp), at: undefined };
  if (!Array.isArray(security?.access)) return;
  for (const [index, rule] of security.access.entries())
    if (rule?.allow !== undefined)
      yield { place: `security.access[${index}].allow`, parts: listRuleParts(rule.allow as AnyRule), at: undefined };
}

/** Returns the access rule of the API documents, if there is one. */
export function docsAccess({ api }: SecuritySettings): AnyRule | undefined {
  return typeof api?.docs === 'object' ? api.docs.access : undefined;
}

/** Returns the access rule of the endpoint for assistants, if there is one. */
export function mcpAccess({ mcp }: SecuritySettings): AnyRule | undefined {
  return typeof mcp === 'object' ? mcp.access : undefined;
}

function* ofResource({ name, definition, at }: RuledResource, index: number): Generator<DeclaredRule> {
  const path = `resources[${index}] "${name}"`;
  const { parameters, hide: _, ...access } = (definition.access ?? {}) as Readonly<Record<string, unknown>>;
  for (const [key, rule] of entries(access)) yield { place: `${path}.access.${key}`, parts: rule, at };
  for (const [key, rule] of entries(parameters)) yield { place: `${path}.access.parameters.${key}`, parts: rule, at };
  for (const [key, declared] of Object.entries((definition.fields ?? {}) as Record<string, unknown>)) {
    const rules = typeof declared === 'object' ? declared : { read: declared };
    for (const [, rule] of entries(rules)) yield { place: `${path}.fields.${key}`, parts: rule, at };
  }
  for (const [key, custom] of Object.entries((definition.custom ?? {}) as Record<string, { access?: AnyRule }>))
    if (custom?.access !== undefined)
      yield { place: `${path}.custom.${key}.access`, parts: listRuleParts(custom.access), at };
}

function* entries(rules: unknown): Generator<[key: string, parts: readonly AnyRulePart[]]> {
  for (const [key, rule] of Object.entries((rules ?? {}) as Record<string, AnyRule | undefined>))
    if (rule !== undefined) yield [key, listRuleParts(rule)];
}

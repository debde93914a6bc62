import type { AddedHeaders, CorsConfig, CorsPathRule, CorsRule, OriginRule } from './cors-config.ts';
import { withDefaults } from 'oriel-core/configuration';
import { READ_METHODS } from '../../http/methods.ts';
import { isWithinPath } from '../../routing/request-path.ts';
import { OriginMatcher } from './origin-matcher.ts';
import { DEFAULT_HEADERS, RULE_SETTINGS } from './cors-config.ts';

/** The compiled CORS rules of a host. */
export interface CorsPolicy {
  /** Returns the rule that applies to a decoded path; undefined if none does. */
  ruleFor(path: string): CompiledRule | undefined;
}

/**
 * Compiles the CORS rules of a host. The first rule whose path matches applies, otherwise the general rule.
 *
 * @param features request headers that features of the host read
 * @param ownPaths paths of features that set CORS headers themselves; no rule applies to them
 */
export function createCorsPolicy(
  config: CorsConfig,
  features: FeatureHeaders,
  ownPaths: readonly string[],
): CorsPolicy {
  const rules = getRules(config).map((rule) => compileRule(rule, features));
  const narrow = rules.filter(({ path }) => path !== undefined);
  const general = rules.find(({ path }) => path === undefined);
  return {
    ruleFor(path) {
      // The profiler shows other users' requests and source files. No rule applies to it, in production either, so that
      // CORS headers do not reveal whether a host has a profiler.
      if (isBelow(path, PROFILER)) return undefined;
      for (const ownPath of ownPaths) if (isBelow(path, ownPath)) return undefined;
      for (const rule of narrow) if (isBelow(path, rule.path!)) return rule;
      return general;
    },
  };
}

/** A rule with its name in the configuration and with what it inherits from the general rule. */
export interface NamedRule extends CorsRule {
  readonly name: string;
  readonly path: string | undefined;
  readonly origins: readonly OriginRule[];
}

/** Returns the rules of a configuration in the order in which they are tried. A general rule without origins is left out. */
export function getRules({ paths = [], ...general }: CorsConfig): NamedRule[] {
  const named = (rule: CorsRule, name: string, path?: string): NamedRule => ({
    ...rule,
    name,
    path,
    origins: [rule.origins ?? []].flat(),
  });
  const narrow = paths.map((rule: CorsPathRule, index) =>
    named({ ...general, ...rule, ...inherited(general, rule) }, `cors.paths[${index}]`, rule.path),
  );
  return general.origins === undefined ? narrow : [...narrow, named(general, 'cors')];
}

// `{ add }` of a path rule adds to the headers of the general rule.
function inherited({ headers: general }: CorsRule, { headers }: CorsRule): Pick<CorsRule, 'headers'> {
  if (general === undefined || headers === undefined || !('add' in Object(headers))) return {};
  const { add } = headers as AddedHeaders;
  if (general === '*') return { headers: general };
  return { headers: 'add' in general ? { add: [...general.add, ...add] } : [...general, ...add] };
}

/** Returns whether a path is below a prefix; `/books.json` is the same resource as `/books`. */
export function isBelow(path: string, prefix: string): boolean {
  return isWithinPath(path, prefix) || (prefix.endsWith('/') && path.startsWith(prefix));
}

const PROFILER = '/_profiler';

/** A CORS rule with defaults applied and everything computed that does not depend on the request. */
export type CompiledRule = ReturnType<typeof compileRule>;

function compileRule(rule: NamedRule, features: FeatureHeaders) {
  const { credentials, methods, expose } = withDefaults(RULE_SETTINGS, rule as CorsRule);
  const headers = allowedHeaders(rule, features);
  const name = rule.path === undefined ? rule.name : `${rule.name} "${rule.path}"`;
  const methodsText = isAny(methods) ? '*' : methods.join(', ');
  const headerSet = isAny(headers) ? undefined : new Set(headers.map((header) => header.toLowerCase()));
  const headersText = headerSet === undefined ? '*' : [...headerSet].join(', ');
  const exposedHeaders = isAny(expose) ? '*' : expose.join(', ');
  return {
    name,
    path: rule.path,
    credentials,
    originMatcher: new OriginMatcher(rule.origins, credentials),
    /** Allowed methods; undefined for any. GET and QUERY allow each other and HEAD, because they read the same data. */
    methods: isAny(methods) ? undefined : allowedMethods(methods),
    listedMethods: isAny(methods) ? [] : methods,
    methodsText,
    /** Allowed request headers in lower case; undefined for any. */
    headers: headerSet,
    headersText,
    exposedHeaders,
    /** The rule as the profiler shows it. */
    described: {
      rule: name,
      origins: rule.origins.map(describeOrigin).join(', ') || 'none',
      credentials: credentials ? 'yes' : 'no',
      methods: methodsText,
      headers: headersText,
      exposed: exposedHeaders,
    },
  };
}

/** Request headers that features of the host read. Rules that do not list headers allow them. */
export interface FeatureHeaders {
  readonly always: readonly string[];
  /** Allowed by rules with `credentials: true`. */
  readonly withCredentials: readonly string[];
}

function allowedHeaders({ headers, credentials }: NamedRule, features: FeatureHeaders): '*' | readonly string[] {
  if (headers === '*' || Array.isArray(headers)) return headers as '*' | readonly string[];
  const { always, withCredentials } = features;
  return [
    ...DEFAULT_HEADERS,
    ...always,
    ...(credentials === true ? withCredentials : []),
    ...((headers as AddedHeaders | undefined)?.add ?? []),
  ];
}

function allowedMethods(methods: readonly string[]): ReadonlySet<string> {
  return new Set(methods.includes('GET') || methods.includes('QUERY') ? [...methods, ...READ_METHODS] : methods);
}

function isAny(value: '*' | readonly string[]): value is '*' {
  return value === '*';
}

function describeOrigin(origin: NamedRule['origins'][number]): string {
  return typeof origin === 'function' ? `${origin.name || 'function'}()` : String(origin);
}

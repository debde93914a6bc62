import { withDefaults } from 'oriel-core/configuration';
import { READ_METHODS } from '../../http/methods.ts';
import { OriginMatcher } from './origin-matcher.ts';
import { DEFAULT_HEADERS, RULE_SETTINGS } from './cors-config.ts';
import type { CorsRule } from './cors-config.ts';
import type { NamedRule } from './cors-policy.ts';

/** A CORS rule with defaults applied and everything computed that does not depend on the request. */
export class CompiledRule {
  readonly name: string;
  readonly path: string | undefined;
  readonly originMatcher: OriginMatcher;
  readonly credentials: boolean;
  /** Allowed methods; undefined for any. GET and QUERY allow each other and HEAD, because they read the same data. */
  readonly methods: ReadonlySet<string> | undefined;
  /** The methods as configured. */
  readonly listedMethods: readonly string[];
  readonly methodsText: string;
  /** Allowed request headers in lower case; undefined for any. */
  readonly headers: ReadonlySet<string> | undefined;
  readonly headersText: string;
  /** The value of `Access-Control-Expose-Headers`; `''` for none. */
  readonly exposedHeaders: string;
  /** The rule as the profiler shows it. */
  readonly described: Readonly<Record<string, string>>;

  constructor(rule: NamedRule, features: FeatureHeaders = NO_FEATURES) {
    const { credentials, methods, expose } = withDefaults(RULE_SETTINGS, rule as CorsRule);
    const headers = allowedHeaders(rule, features);
    this.name = rule.path === undefined ? rule.name : `${rule.name} "${rule.path}"`;
    this.path = rule.path;
    this.credentials = credentials;
    this.originMatcher = new OriginMatcher(rule.origins, this.credentials);
    this.methods = isAny(methods) ? undefined : allowedMethods(methods);
    this.listedMethods = isAny(methods) ? [] : methods;
    this.methodsText = isAny(methods) ? '*' : methods.join(', ');
    this.headers = isAny(headers) ? undefined : new Set(headers.map((header) => header.toLowerCase()));
    this.headersText = isAny(headers) ? '*' : [...this.headers!].join(', ');
    this.exposedHeaders = isAny(expose) ? '*' : expose.join(', ');
    this.described = {
      rule: this.name,
      origins: rule.origins.map(describeOrigin).join(', ') || 'none',
      credentials: this.credentials ? 'yes' : 'no',
      methods: this.methodsText,
      headers: this.headersText,
      exposed: this.exposedHeaders,
    };
  }
}

/** Request headers that features of the host read. Rules that do not list headers allow them. */
export interface FeatureHeaders {
  readonly always: readonly string[];
  /** Allowed by rules with `credentials: true`. */
  readonly withCredentials: readonly string[];
}

const NO_FEATURES: FeatureHeaders = { always: [], withCredentials: [] };

function allowedHeaders({ headers, credentials }: NamedRule, features: FeatureHeaders): '*' | readonly string[] {
  if (headers === '*' || isList(headers)) return headers;
  const { always, withCredentials } = features;
  return [...DEFAULT_HEADERS, ...always, ...(credentials === true ? withCredentials : []), ...(headers?.add ?? [])];
}

function isList(headers: NamedRule['headers']): headers is readonly string[] {
  return Array.isArray(headers);
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

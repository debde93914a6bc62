import { READS } from '../../core/http/reads.ts';
import { Admission } from './admission.ts';
import type { PatternCompiler } from './admission.ts';
import { DEFAULT_EXPOSED, DEFAULT_HEADERS, DEFAULT_MAX_AGE, DEFAULT_METHODS } from './cors-config.ts';
import type { NamedRule } from './cors-policy.ts';

/** A rule with its headers written out, so that answering is looking up. */
export class CompiledRule {
  readonly name: string;
  readonly path: string | undefined;
  readonly admission: Admission;
  readonly credentials: boolean;
  readonly privateNetwork: boolean;
  /** What may be sent; undefined for anything. GET and QUERY allow each other and HEAD, which read the same data. */
  readonly methods: ReadonlySet<string> | undefined;
  /** The methods as configured. */
  readonly listedMethods: readonly string[];
  readonly methodsText: string;
  readonly headers: ReadonlySet<string> | undefined;
  readonly headersText: string;
  readonly maxAge: string;
  /** What stands behind `Access-Control-Allow-Origin`, names and values in turn: on answers, and on those to preflights. */
  readonly onAnswers: readonly string[];
  readonly onPreflights: readonly string[];
  /** The rule in words, for the profiler. */
  readonly described: Readonly<Record<string, string>>;

  constructor(rule: NamedRule, compile: PatternCompiler, features: FeatureHeaders = NO_FEATURES) {
    const { methods = DEFAULT_METHODS, expose = DEFAULT_EXPOSED } = rule;
    const headers = allowedHeaders(rule, features);
    this.name = rule.path === undefined ? rule.name : `${rule.name} "${rule.path}"`;
    this.path = rule.path;
    this.credentials = rule.credentials === true;
    this.admission = new Admission(rule.origins, this.credentials, compile);
    this.privateNetwork = rule.privateNetwork === true;
    this.methods = isAny(methods) ? undefined : allowedMethods(methods);
    this.listedMethods = isAny(methods) ? [] : methods;
    this.methodsText = isAny(methods) ? '*' : methods.join(', ');
    this.headers = isAny(headers) ? undefined : new Set(headers.map((each) => each.toLowerCase()));
    this.headersText = isAny(headers) ? '*' : [...this.headers!].join(', ');
    this.maxAge = String(rule.maxAge ?? DEFAULT_MAX_AGE);
    const exposed = isAny(expose) ? '*' : expose.join(', ');
    this.onPreflights = this.credentials ? ['Access-Control-Allow-Credentials', 'true'] : [];
    this.onAnswers = [...this.onPreflights, ...(exposed === '' ? [] : ['Access-Control-Expose-Headers', exposed])];
    this.described = {
      rule: this.name,
      origins: rule.origins.map(shown).join(', ') || 'nobody',
      credentials: this.credentials ? 'yes' : 'no',
      methods: this.methodsText,
      headers: this.headersText,
      exposed,
      maxAge: this.maxAge,
      privateNetwork: this.privateNetwork ? 'yes' : 'no',
    };
  }
}

/** Request headers that features of the host read; allowed by rules that list none themselves. */
export interface FeatureHeaders {
  readonly always: readonly string[];
  /** By rules with `credentials: true`. */
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
  return new Set(methods.includes('GET') || methods.includes('QUERY') ? [...methods, ...READS] : methods);
}

function isAny(value: '*' | readonly string[]): value is '*' {
  return value === '*';
}

function shown(origin: NamedRule['origins'][number]): string {
  return typeof origin === 'function' ? `${origin.name || 'function'}()` : String(origin);
}

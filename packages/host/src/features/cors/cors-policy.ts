import type { AddedHeaders, CorsConfig, CorsPathRule, CorsRule, OriginRule } from './cors-config.ts';
import { CompiledRule } from './compiled-rule.ts';
import type { FeatureHeaders } from './compiled-rule.ts';

/** The compiled CORS rules of a host. The first rule whose path matches applies, otherwise the general rule. */
export class CorsPolicy {
  readonly rules: readonly CompiledRule[];
  readonly #narrow: readonly CompiledRule[];
  readonly #general: CompiledRule | undefined;
  readonly #own: readonly string[];

  /**
   * @param features request headers that features of the host read
   * @param paths paths of features that set CORS headers themselves; no rule applies to them
   */
  constructor(config: CorsConfig, features?: FeatureHeaders, paths: readonly string[] = []) {
    const rules = getRules(config).map((rule) => new CompiledRule(rule, features));
    this.#own = paths;
    this.rules = rules;
    this.#narrow = rules.filter(({ path }) => path !== undefined);
    this.#general = rules.find(({ path }) => path === undefined);
  }

  /** Returns the rule that applies to a decoded path; undefined if none does. */
  ruleFor(path: string): CompiledRule | undefined {
    // The profiler shows other users' requests and source files. No rule applies to it, in production either, so that
    // CORS headers do not reveal whether a host has a profiler.
    if (isBelow(path, PROFILER)) return undefined;
    for (const ownerPath of this.#own) if (isBelow(path, ownerPath)) return undefined;
    for (const rule of this.#narrow) if (isBelow(path, rule.path!)) return rule;
    return this.#general;
  }
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

// `/books.json` is the same resource as `/books`.
function isBelow(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false;
  const next = path.charCodeAt(prefix.length);
  return Number.isNaN(next) || next === SLASH || next === POINT || prefix.endsWith('/');
}

const PROFILER = '/_profiler';
const SLASH = 47;
const POINT = 46;

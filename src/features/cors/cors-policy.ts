import type { AddedHeaders, CorsConfig, CorsPathRule, CorsRule, OriginRule } from './cors-config.ts';
import type { PatternCompiler } from './admission.ts';
import { CompiledRule } from './compiled-rule.ts';
import type { FeatureHeaders } from './compiled-rule.ts';

/** The rules of a host, made ready once: the first whose path fits counts, and behind them the one for every path. */
export class CorsPolicy {
  readonly rules: readonly CompiledRule[];
  readonly #narrow: readonly CompiledRule[];
  readonly #general: CompiledRule | undefined;
  readonly #own: readonly string[];

  /**
   * @param features request headers that features of the host read
   * @param own paths whose CORS headers a feature sets itself; no rule applies to them
   */
  constructor(config: CorsConfig, compile: PatternCompiler, features?: FeatureHeaders, own: readonly string[] = []) {
    const rules = rulesOf(config).map((rule) => new CompiledRule(rule, compile, features));
    this.#own = own;
    this.rules = rules;
    this.#narrow = rules.filter(({ path }) => path !== undefined);
    this.#general = rules.find(({ path }) => path === undefined);
  }

  /** The rule that holds for a path, decoded as routes see it; undefined where no other origin has anything to look for. */
  ruleFor(path: string): CompiledRule | undefined {
    // The profiler shows other users' requests and source files. No rule applies to it, in production either, so that
    // CORS headers do not reveal whether a host has a profiler.
    if (isBelow(path, PROFILER)) return undefined;
    for (const own of this.#own) if (isBelow(path, own)) return undefined;
    for (const rule of this.#narrow) if (isBelow(path, rule.path!)) return rule;
    return this.#general;
  }
}

/** One rule with everything it says, its own and what it has from the one around it. */
export interface NamedRule extends CorsRule {
  readonly name: string;
  readonly path: string | undefined;
  readonly origins: readonly OriginRule[];
}

/** Every rule of a configuration, in the order in which they are asked; one without origins is for those inside it alone. */
export function rulesOf({ paths = [], ...around }: CorsConfig): NamedRule[] {
  const named = (rule: CorsRule, name: string, path?: string): NamedRule => ({
    ...rule,
    ...{ name, path, origins: [rule.origins ?? []].flat() },
  });
  const narrow = paths.map((rule: CorsPathRule, index) =>
    named({ ...around, ...rule, ...inherited(around, rule) }, `cors.paths[${index}]`, rule.path),
  );
  return around.origins === undefined ? narrow : [...narrow, named(around, 'cors')];
}

// What a rule adds, it adds to what the rule around it allows.
function inherited({ headers: around }: CorsRule, { headers }: CorsRule): Pick<CorsRule, 'headers'> {
  if (around === undefined || headers === undefined || !('add' in Object(headers))) return {};
  const { add } = headers as AddedHeaders;
  if (around === '*') return { headers: around };
  return { headers: 'add' in around ? { add: [...around.add, ...add] } : [...around, ...add] };
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

import { expandSafeMethods } from '../../http/methods.ts';
import { listRuleParts } from '../../http/access-rule.ts';
import type { AccessInput } from '../../http/access-input.ts';
import type { AnyRulePart, Rule } from '../../http/access-rule.ts';
import type { HttpContext } from 'oriel-core/http';
import { isWithinPath, trimPathPrefix } from '../../routing/request-path.ts';
import { matchesHost } from './scope-patterns.ts';

/** Restricts access to a path and everything below it. The first rule that covers a request applies. */
export interface PathRule {
  /** `/admin` covers `/admin`, `/admin/users` and `/admin.json`; `/` covers everything. */
  readonly path: string;
  /**
   * Methods; GET and QUERY include every other safe method, such as HEAD.
   * @default every method
   */
  readonly methods?: readonly string[];
  /**
   * Host names; `*.example.com` covers all subdomains.
   * @default every host
   */
  readonly hosts?: readonly string[];
  /** The access rule. */
  readonly allow: Rule<AccessInput<undefined, undefined>>;
}

/** A rule prepared for matching. */
export interface CoveringRule {
  readonly path: string;
  readonly plainPath: string;
  readonly methods: ReadonlySet<string> | undefined;
  readonly hosts: readonly string[] | undefined;
  readonly parts: readonly AnyRulePart[];
}

/** Finds the access rules for paths. */
export class PathRules {
  readonly rules: readonly CoveringRule[];

  constructor(rules: readonly PathRule[]) {
    this.rules = rules.map(({ path, methods, hosts, allow }) => ({
      path: trimPathPrefix(path),
      plainPath: trimPathPrefix(plainest(path)),
      methods: methods && expandSafeMethods(methods),
      hosts: hosts?.map((host) => host.toLowerCase()),
      parts: listRuleParts(allow),
    }));
  }

  /**
   * Returns the rules that a request must satisfy: the first that covers it. Handlers may interpret an unusual spelling
   * of a path differently than the router, so such a path must satisfy two rules: the one for the path as it is, and
   * the one for its normalized form.
   *
   * @param path as the router reads it, decoded once
   * @returns undefined for a form that no rule covers
   */
  covering(context: HttpContext, path: string): readonly (CoveringRule | undefined)[] {
    const first = this.rules.find((rule) => covers(rule, rule.path, path, context));
    if (!ODD.test(path)) return [first];
    const plain = plainest(path);
    const second = this.rules.find((rule) => covers(rule, rule.plainPath, plain, context));
    return second === first ? [first] : [first, second];
  }

  /** Returns the first rule that covers every request with a path prefix and method, for API documents. */
  always(path: string, method: string): CoveringRule | undefined {
    for (const rule of this.rules) {
      if (!isWithinPath(path, rule.path) || rule.methods?.has(method) === false) continue;
      return rule.hosts === undefined ? rule : undefined;
    }
    return undefined;
  }
}

/**
 * Normalizes a path as leniently as possible: decoded twice, in lower case, without empty segments, dot segments and
 * parameters.
 */
export function plainest(path: string): string {
  let text = path;
  try {
    text = decodeURIComponent(text);
  } catch {
    // Invalid percent-encoding is kept as it is.
  }
  const segments: string[] = [];
  for (const segment of text.replaceAll('\\', '/').toLowerCase().split('/')) {
    const name = segment.split(';', 1)[0]!.trim();
    if (name === '..') segments.pop();
    else if (name !== '' && name !== '.') segments.push(name);
  }
  return `/${segments.join('/')}`;
}

function covers(rule: CoveringRule, prefix: string, path: string, context: HttpContext): boolean {
  if (!isWithinPath(path, prefix)) return false;
  if (rule.methods?.has(context.method.toUpperCase()) === false) return false;
  return rule.hosts === undefined || rule.hosts.some((host) => matchesHost(context.host, host));
}

// Upper case, doubled slashes, dot segments, parameters, backslashes, double encoding, spaces and control characters.
const ODD = /[A-Z%;\\\0-\x20]|\/\/|\/\.|[^\x20-\x7e]/;

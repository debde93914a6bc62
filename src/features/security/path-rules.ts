import { expandSafeMethods } from '../../core/http/methods.ts';
import { matchesHostPattern } from '../../core/http/authority.ts';
import { listRuleParts } from '../../core/http/access-rule.ts';
import type { AccessInput } from '../../core/http/access-input.ts';
import type { AnyRulePart, Rule } from '../../core/http/access-rule.ts';
import type { HttpContext } from '../../core/http/context.ts';

/** Who may come to a part of the host: a path with all below it. The first rule that covers a request decides. */
export interface PathRule {
  /** `/admin` covers `/admin`, `/admin/users` and `/admin.json`; `/` covers everything. */
  readonly path: string;
  /** Methods; GET and QUERY include every other safe method, such as HEAD. Default: every method. */
  readonly methods?: readonly string[];
  /** Host names; `*.example.com` for all below. Left out, every host. */
  readonly hosts?: readonly string[];
  readonly allow: Rule<AccessInput<undefined, undefined>>;
}

/** A rule as it is compared. */
export interface CoveringRule {
  readonly path: string;
  readonly plainPath: string;
  readonly methods: ReadonlySet<string> | undefined;
  readonly hosts: readonly string[] | undefined;
  readonly parts: readonly AnyRulePart[];
}

/** The rules of paths, in order. */
export class PathRules {
  readonly rules: readonly CoveringRule[];

  constructor(rules: readonly PathRule[]) {
    this.rules = rules.map(({ path, methods, hosts, allow }) => ({
      path: withoutSlash(path),
      plainPath: withoutSlash(plainest(path)),
      methods: methods && expandSafeMethods(methods),
      hosts: hosts?.map((each) => each.toLowerCase()),
      parts: listRuleParts(allow),
    }));
  }

  /**
   * The rules that a request must meet: the first that covers it. Whoever answers below may read an odd spelling in another
   * way than the router, so one is covered by two rules: that of the path as it is, and that of the plainest reading of it.
   *
   * @param path as the router reads it, decoded once
   * @returns undefined for a reading that no rule covers
   */
  covering(context: HttpContext, path: string): readonly (CoveringRule | undefined)[] {
    const first = this.rules.find((rule) => covers(rule, rule.path, path, context));
    if (!ODD.test(path)) return [first];
    const plain = plainest(path);
    const second = this.rules.find((rule) => covers(rule, rule.plainPath, plain, context));
    return second === first ? [first] : [first, second];
  }

  /** The first rule that covers every request to a path and method, whatever comes behind it; for documents. */
  always(path: string, method: string): CoveringRule | undefined {
    for (const rule of this.rules) {
      if (!isWithin(path, rule.path) || rule.methods?.has(method) === false) continue;
      return rule.hosts === undefined ? rule : undefined;
    }
    return undefined;
  }
}

/** A path as the most generous reader would take it: decoded twice, in small letters, without empty or dot segments or parameters. */
export function plainest(path: string): string {
  let text = path;
  try {
    text = decodeURIComponent(text);
  } catch {
    // What is no encoding stands for itself.
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
  if (!isWithin(path, prefix)) return false;
  if (rule.methods?.has(context.method.toUpperCase()) === false) return false;
  return rule.hosts === undefined || rule.hosts.some((each) => isHost(context.host, each));
}

// A point begins a suffix that asks for a format, and what has one is the same thing: `/books.json`.
function isWithin(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false;
  const next = path.charCodeAt(prefix.length);
  return path.length === prefix.length || next === SLASH || next === POINT;
}

// A name answers with a point at its end and with `www.` in front as well.
function isHost(host: string, pattern: string): boolean {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return matchesHostPattern(name, pattern) || (name.startsWith('www.') && matchesHostPattern(name.slice(4), pattern));
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '');
}

const SLASH = 47;
const POINT = 46;
// Capitals, doubled slashes, dot segments, parameters, backslashes, what is encoded twice, blanks and control characters.
const ODD = /[A-Z%;\\\0-\x20]|\/\/|\/\.|[^\x20-\x7e]/;

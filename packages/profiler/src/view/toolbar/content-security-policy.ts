/**
 * Adds the nonce of a script to the value of a Content-Security-Policy header, which may have several policies. What else the
 * policy allows stays the same.
 *
 * @returns the value, unchanged if the policy allows the script anyway; undefined if the script cannot be allowed
 */
export function allowScript(value: string, nonce: string): string | undefined {
  const policies = value.split(',').map((policy) => allowInPolicy(policy, nonce));
  return policies.includes(undefined) ? undefined : policies.join(',');
}

/** Returns whether all policies of a Content-Security-Policy header allow requests to the page's own origin. */
export function allowsRequestsToSelf(value: string): boolean {
  return value.split(',').every((policy) => {
    const directives = getDirectives(policy);
    const sources = (directives.get('connect-src') ?? directives.get('default-src'))?.sources;
    return sources === undefined || sources.includes("'self'") || sources.includes('*');
  });
}

interface Directive {
  /** The position of its text in the policy. */
  readonly start: number;
  readonly text: string;
  /** In lower case. */
  readonly sources: readonly string[];
}

function allowInPolicy(policy: string, nonce: string): string | undefined {
  const directives = getDirectives(policy);
  // A page in a sandbox can neither open links nor, usually, run scripts.
  if (directives.has('sandbox')) return undefined;
  const source = `'nonce-${nonce}'`;
  const directive = directives.get('script-src-elem') ?? directives.get('script-src');
  if (directive !== undefined) {
    if (allowsInlineScripts(directive.sources)) return policy;
    const text = withSource(directive, source);
    return policy.slice(0, directive.start) + text + policy.slice(directive.start + directive.text.length);
  }
  const fallback = directives.get('default-src');
  if (fallback === undefined || allowsInlineScripts(fallback.sources)) return policy;
  // The sources of `default-src` apply to styles, too, so that they stay as they are.
  const added = withSource(fallback, source).replace(/^\S+/, 'script-src-elem');
  return `${withoutEnd(policy)}; ${added}`;
}

// A nonce or a hash disables 'unsafe-inline', so a policy with it must not get one (CSP3 §6.7.3.2).
function allowsInlineScripts(sources: readonly string[]): boolean {
  return sources.includes("'unsafe-inline'") && !sources.some((source) => NONCE_OR_HASH.test(source));
}

const NONCE_OR_HASH = /^'(?:nonce-|sha(?:256|384|512)-|strict-dynamic'$)/;

// Removes semicolons and spaces at the end.
function withoutEnd(policy: string): string {
  let end = policy.length;
  while (end > 0 && '; \t'.includes(policy[end - 1]!)) end--;
  return policy.slice(0, end);
}

// 'none' means nothing only if it is alone.
function withSource({ text }: Directive, source: string): string {
  return `${text.replace(/(\s)'none'(?=\s|$)/i, '').trimEnd()} ${source}`;
}

// Of several directives with one name, the first applies.
function getDirectives(policy: string): ReadonlyMap<string, Directive> {
  const directives = new Map<string, Directive>();
  let position = 0;
  for (const part of policy.split(';')) {
    const text = part.trim();
    const [name = '', ...sources] = text.toLowerCase().split(/\s+/);
    if (name !== '' && !directives.has(name))
      directives.set(name, { start: position + part.indexOf(text), text, sources });
    position += part.length + 1;
  }
  return directives;
}

import { validateOrigin } from './origin.ts';
import type { OriginIssue } from './origin.ts';

/**
 * Compiles a pattern for all subdomains (`https://*.example.com`) or all ports (`http://localhost:*`) into a predicate.
 *
 * @example
 * ```ts
 * import { compileOriginPattern } from './origin-pattern.ts';
 * const matches = compileOriginPattern('https://*.example.com');
 * matches('https://a.b.example.com'); // => true
 * matches('https://example.com'); // => false
 * matches('https://evil-example.com'); // => false
 * ```
 */
export function compileOriginPattern(pattern: string): (origin: string) => boolean {
  const source = pattern
    .replace(/[.[\]+]/g, String.raw`\$&`)
    .replace('://*', String.raw`://[a-z0-9_-]+(?:\.[a-z0-9_-]+)*`)
    .replace(/:\*$/, String.raw`(?::\d+)?`);
  const expression = new RegExp(`^${source}$`);
  return (origin) => expression.test(origin);
}

/** Returns why a pattern is invalid or allows more than it should; undefined for a valid pattern. */
export function validateOriginPattern(pattern: string): OriginIssue | undefined {
  const [, scheme, name] = /^([^:]*:\/\/)(?:\*\.)?([^*]*?)(?::\*)?$/.exec(pattern) ?? [];
  if (scheme === undefined || name === undefined)
    return { reason: 'A * may only replace all subdomains or the port', fix: EXAMPLES };
  const found = validateOrigin(`${scheme}${name}`);
  if (found) return { reason: found.reason, fix: EXAMPLES };
  const host = new URL(`${scheme}${name}`).hostname;
  const hasSubdomains = pattern.includes('://*.');
  // Anyone can register a name below a top-level domain.
  if (hasSubdomains && !host.includes('.') && host !== 'localhost')
    return {
      reason: `Anyone can register a name below "${host}"`,
      fix: 'Write at least two labels: https://*.example.com',
    };
  if (hasSubdomains && ADDRESS.test(host)) return { reason: 'An IP address has no subdomains', fix: EXAMPLES };
  return undefined;
}

const EXAMPLES = 'Write "https://*.example.com", "http://localhost:*", or "*" alone for every origin';
const ADDRESS = /^\[|^[\d.]+$/;

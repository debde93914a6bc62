import { originFlaw } from './origin.ts';
import type { Flaw } from './origin.ts';

/**
 * A test for every origin below a name (`https://*.example.com`) or on every port (`http://localhost:*`).
 *
 * @example
 * ```ts
 * import { originPattern } from './origin-pattern.ts';
 * const below = originPattern('https://*.example.com');
 * [below('https://a.b.example.com'), below('https://example.com'), below('https://evil-example.com')]; // => [true, false, false]
 * ```
 */
export function originPattern(pattern: string): (origin: string) => boolean {
  const source = pattern
    .replace(/[.[\]+]/g, String.raw`\$&`)
    .replace('://*', String.raw`://[a-z0-9_-]+(?:\.[a-z0-9_-]+)*`)
    .replace(/:\*$/, String.raw`(?::\d+)?`);
  const whole = new RegExp(`^${source}$`);
  return (origin) => whole.test(origin);
}

/** Why a pattern is none, or admits people nobody knows; undefined when it is all right. */
export function patternFlaw(pattern: string): Flaw | undefined {
  const [, scheme, name] = /^([^:]*:\/\/)(?:\*\.)?([^*]*?)(?::\*)?$/.exec(pattern) ?? [];
  if (scheme === undefined || name === undefined)
    return { reason: 'A * stands for what is below a name, or for a port', fix: EXAMPLES };
  const flaw = originFlaw(`${scheme}${name}`);
  if (flaw) return { reason: flaw.reason, fix: EXAMPLES };
  const host = new URL(`${scheme}${name}`).hostname;
  const below = pattern.includes('://*.');
  // Whoever registers a name under a top level would be among friends.
  if (below && !host.includes('.') && host !== 'localhost')
    return {
      reason: `Everybody can have a name below "${host}"`,
      fix: 'Name two labels at least: https://*.example.com',
    };
  if (below && ADDRESS.test(host)) return { reason: 'There is nothing below an address', fix: EXAMPLES };
  return undefined;
}

const EXAMPLES = 'Write "https://*.example.com", "http://localhost:*", or "*" alone for everybody';
const ADDRESS = /^\[|^[\d.]+$/;

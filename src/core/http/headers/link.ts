/** A relation to something else on the web (RFC 8288). */
export interface WebLink {
  /** A URL, or a path of this host. */
  readonly href: string;
  /** `describedby`, `license`, `preload`, or a URL for a relation of your own. */
  readonly rel: string;
  /** Media type of what is there. */
  readonly type?: string;
  readonly title?: string;
  /** What it will be used for, when `rel` is `preload`: `style`, `script`, `fetch`. */
  readonly as?: string;
  readonly hreflang?: string;
}

/**
 * One value of a Link header.
 *
 * @throws {TypeError} when the target or a parameter cannot stand in a header
 *
 * @example
 * ```ts
 * import { formatLink } from 'oriel/http';
 * formatLink({ href: '/terms', rel: 'license', type: 'text/html' }); // => '</terms>; rel="license"; type="text/html"'
 * ```
 */
export function formatLink({ href, rel, ...parameters }: WebLink): string {
  if (!TARGET.test(href)) throw new TypeError(`A Link cannot lead to ${JSON.stringify(href)}; percent-encode it`);
  const parts = [`<${href}>; rel=${quoted(rel)}`];
  for (const [name, value] of Object.entries(parameters)) parts.push(`${name}=${quoted(value)}`);
  return parts.join('; ');
}

const TARGET = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7c\x7e]+$/;
const TEXT = /^[\t\x20-\x7e]*$/;

function quoted(value: string): string {
  if (!TEXT.test(value)) throw new TypeError(`A parameter of a Link cannot hold ${JSON.stringify(value)}; use ASCII`);
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** A link to another resource (RFC 8288). */
export interface WebLink {
  /** A URL, or a path of this host. */
  readonly href: string;
  /** `describedby`, `license`, `preload`, or a URL for a custom relation. */
  readonly rel: string;
  /** The media type of the target. */
  readonly type?: string;
  readonly title?: string;
  /** The use of the target, if `rel` is `preload`: `style`, `script`, `fetch`. */
  readonly as?: string;
  readonly hreflang?: string;
}

/**
 * Formats one value of a `Link` header.
 *
 * @param link the target, the relation and further parameters
 * @throws {TypeError} if the target or a parameter contains a character that a header cannot contain
 *
 * @example
 * ```ts
 * import { formatLink } from 'oriel-host/http';
 * formatLink({ href: '/terms', rel: 'license', type: 'text/html' }); // => '</terms>; rel="license"; type="text/html"'
 * ```
 */
export function formatLink({ href, rel, ...parameters }: WebLink): string {
  if (!TARGET.test(href))
    throw new TypeError(`The target of a Link cannot be ${JSON.stringify(href)}; percent-encode it`);
  const parts = [`<${href}>; rel=${quoted(rel)}`];
  for (const [name, value] of Object.entries(parameters)) parts.push(`${name}=${quoted(value)}`);
  return parts.join('; ');
}

const TARGET = /^[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7c\x7e]+$/;
const TEXT = /^[\t\x20-\x7e]*$/;

function quoted(value: unknown): string {
  if (typeof value !== 'string' || !TEXT.test(value))
    throw new TypeError(`A parameter of a Link cannot contain ${JSON.stringify(value)}; use ASCII`);
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

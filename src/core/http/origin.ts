import type { Authority } from './authority.ts';

/** Returns the port of an authority, or the default port of the scheme. */
export function portOf(scheme: 'http' | 'https', authority: Authority | undefined): number {
  return authority?.port ?? (scheme === 'https' ? 443 : 80);
}

/** Returns `scheme://host[:port]` without a default port; a valid origin even without a valid host. */
export function originOf(scheme: 'http' | 'https', authority: Authority | undefined): string {
  // Equal authorities are the same cached object, and most requests have the same authority as the previous one.
  if (authority !== undefined && authority === lastAuthority && scheme === lastScheme) return lastOrigin;
  const host = authority?.name || 'localhost';
  const port = portOf(scheme, authority);
  const origin = port === (scheme === 'https' ? 443 : 80) ? `${scheme}://${host}` : `${scheme}://${host}:${port}`;
  lastAuthority = authority;
  lastScheme = scheme;
  return (lastOrigin = origin);
}

let lastAuthority: Authority | undefined;
let lastScheme = '';
let lastOrigin = '';

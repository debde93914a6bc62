import type { Authority } from './authority.ts';

/** The port that an authority names, or the one of the scheme. */
export function portOf(scheme: 'http' | 'https', authority: Authority | undefined): number {
  return authority?.port ?? (scheme === 'https' ? 443 : 80);
}

/** `scheme://host[:port]`, without a default port; a valid origin also where no valid host was named. */
export function originOf(scheme: 'http' | 'https', authority: Authority | undefined): string {
  // An authority that is spelt alike is the same object, and most requests name the one before them.
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

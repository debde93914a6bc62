import type { SessionConfig } from './session-config.ts';
import { SessionCookie } from './session-cookie.ts';

/** Returns the name of the session cookie for each scheme; over HTTPS it has a prefix such as `__Host-`. */
export function sessionCookieNames({ cookie }: SessionConfig): { readonly http: string; readonly https: string } {
  const named = new SessionCookie(cookie);
  return { http: named.nameFor({ scheme: 'http' }), https: named.nameFor({ scheme: 'https' }) };
}

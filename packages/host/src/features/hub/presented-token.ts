import { cookieValues } from 'oriel-core/http';
import { parseQuery } from '../../http/query.ts';
import type { HttpContext } from 'oriel-core/http';
import type { HubConfig } from './hub-config.ts';
import { cookieName, isSecure } from './hub-cookie.ts';
import { listDialects } from './hub-options.ts';

/** A token of a request, and where it was sent. */
export interface PresentedToken {
  readonly token: string;
  readonly by: 'header' | 'cookie' | 'query';
}

/**
 * Returns the token of a request: from the header, else from the query if that is allowed, else from a cookie. Cookies
 * are ignored beside a header, because browsers send them automatically.
 *
 * @returns 'malformed' for an Authorization header without a bearer token
 */
export function presentedToken(context: HttpContext, config: HubConfig): PresentedToken | 'malformed' | undefined {
  const header = context.headers.get('authorization');
  if (header !== undefined) {
    const match = BEARER.exec(header);
    return match ? { token: match[1]!, by: 'header' } : 'malformed';
  }
  const dialects = listDialects(config);
  if (config.url === undefined && config.tokenInQuery && dialects.includes('earlier')) {
    const { authorization } = parseQuery(context.query);
    if (Array.isArray(authorization)) return 'malformed';
    if (authorization) return { token: authorization, by: 'query' };
  }
  const cookies = context.headers.get('cookie');
  if (cookies === undefined) return undefined;
  const secure = isSecure(config, context);
  for (const dialect of dialects) {
    const [token] = cookieValues(cookies, cookieName(config, dialect, secure));
    if (token) return { token, by: 'cookie' };
  }
  return undefined;
}

const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;

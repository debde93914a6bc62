import { parseQuery } from '../../core/http/query.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { HubConfig } from './hub-config.ts';
import { cookieName, isSecure } from './hub-cookie.ts';
import { dialectsOf } from './hub-options.ts';

/** A token as it was sent, and how. */
export interface PresentedToken {
  readonly token: string;
  readonly by: 'header' | 'cookie' | 'query';
}

/**
 * Finds the token of a request: in the header, else in the query where that is allowed, else in a cookie. A browser sends
 * its cookies whether or not anybody meant to, so beside a header they mean nothing.
 *
 * @returns 'malformed' for an Authorization header that holds no bearer token
 */
export function presentedToken(context: HttpContext, config: HubConfig): PresentedToken | 'malformed' | undefined {
  const header = context.headers.get('authorization');
  if (header !== undefined) {
    const match = BEARER.exec(header);
    return match ? { token: match[1]!, by: 'header' } : 'malformed';
  }
  const dialects = dialectsOf(config);
  if (config.url === undefined && config.tokenInQuery && dialects.includes('earlier')) {
    const { authorization } = parseQuery(context.query);
    if (Array.isArray(authorization)) return 'malformed';
    if (authorization) return { token: authorization, by: 'query' };
  }
  const cookies = context.headers.get('cookie');
  if (cookies === undefined) return undefined;
  const secure = isSecure(config, context);
  for (const dialect of dialects) {
    const token = cookieValue(cookies, cookieName(config, dialect, secure));
    if (token) return { token, by: 'cookie' };
  }
  return undefined;
}

const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;

function cookieValue(cookies: string, name: string): string | undefined {
  for (const each of cookies.split(';')) {
    const equals = each.indexOf('=');
    if (equals > 0 && each.slice(0, equals).trim() === name) return each.slice(equals + 1).trim();
  }
  return undefined;
}

import { isPromise, cookieValues } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import { currentScope } from 'oriel-core/trace';
import { HubRequestError, HubTokenError } from './hub-error.ts';
import type { TokenErrorCode } from './hub-error.ts';
import { HUB_PATH } from './hub-config.ts';
import { listDialects } from './hub-options.ts';
import { getOrigin, getTrust } from './hub-cors.ts';
import type { Hub } from './hub.ts';
import type { HubAccess, TokenRole } from './hub-tokens.ts';
import { describeTokenIssue, describeMatchers } from './describe-token-issue.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { HubConfig } from './hub-config.ts';
import { cookieName, isSecure } from './hub-cookie.ts';

/** The path of the metadata of a hub (RFC 9728 §3.1). */
export const METADATA_PATH = `/.well-known/oauth-protected-resource${HUB_PATH}`;

/** Returns the URL of the metadata; undefined if the hub has none, because it supports the earlier dialect only. */
export function metadataUrl(hub: Hub, context: HttpContext): string | undefined {
  if (!listDialects(hub.config).includes('current')) return undefined;
  return new URL(METADATA_PATH, hub.urlFor(context)).href;
}

/**
 * Authenticates a request: returns what its token allows, or undefined for a request without a token.
 *
 * @throws {HubTokenError} if the token is invalid
 * @throws {HubRequestError} 403 if the token is in a cookie and the origin of the page is not trusted
 */
export function authenticate(
  hub: Hub,
  context: HttpContext,
  role: TokenRole,
): HubAccess | undefined | Promise<HubAccess> {
  const presented = presentedToken(context, hub.config);
  if (presented === undefined) {
    traceToken(hub, role);
    return undefined;
  }
  if (presented === 'malformed') throw tokenError(hub, context, 'invalid_request', message('hub.bearer-token-missing'));
  if (presented.by === 'cookie') assertOrigin(hub, context, role);
  const access = hub.tokens.read(presented.token, role, hub.identity);
  const checked = (found: HubAccess | undefined): HubAccess => {
    traceToken(hub, role, presented, found);
    return found ?? throwInvalidToken(hub, context);
  };
  return isPromise(access) ? access.then(checked) : checked(access);
}

/** Creates the error for a request that needs a token and has none. */
export function tokenRequiredError(hub: Hub, context: HttpContext): HubTokenError {
  return tokenError(hub, context, undefined, message('hub.token-required'));
}

/** Creates the error for a token that does not allow the request. @param what the problem detail */
export function insufficientScopeError(hub: Hub, context: HttpContext, what: Message): HubTokenError {
  return tokenError(hub, context, 'insufficient_scope', what);
}

// Only the profiler shows the reason; it would help a client that guesses tokens.
function traceToken(hub: Hub, role: TokenRole, presented?: PresentedToken, access?: HubAccess): void {
  const { trace } = currentScope();
  if (!trace.recording) return;
  if (presented === undefined) return trace.decide('hub token', 'none', 'neither a header nor a cookie has one');
  const by = `by ${presented.by}`;
  if (access === undefined)
    return trace.decide('hub token', 'invalid', `${by}: ${describeTokenIssue(hub, presented.token)}`);
  const may = role === 'publish' ? access.publish : access.subscribe.flatMap(({ matchers }) => matchers);
  const whose = `${by}${access.subject === undefined ? '' : `, of ${access.subject}`}, in the ${access.dialect} dialect`;
  trace.decide('hub token', 'valid', `${whose}: may ${role} ${describeMatchers(may) || 'nothing private'}`);
}

function throwInvalidToken(hub: Hub, context: HttpContext): never {
  throw tokenError(hub, context, 'invalid_token', message('hub.invalid-token'));
}

function tokenError(hub: Hub, context: HttpContext, code: TokenErrorCode, detail: Message): HubTokenError {
  return new HubTokenError(code, detail, metadataUrl(hub, context));
}

// Any page can make a browser send cookies. CORS prevents reading from untrusted origins, but not writing.
function assertOrigin(hub: Hub, context: HttpContext, role: TokenRole): void {
  const origin = getOrigin(context);
  if (origin === undefined) {
    if (role === 'subscribe') return;
    throw new HubRequestError(403, message('hub.origin-required'));
  }
  const trust = getTrust(origin, context, hub.config);
  if (trust !== 'own' && trust !== 'trusted')
    throw new HubRequestError(403, message('hub.origin-not-allowed', { origin: origin.slice(0, 200) }));
}

interface PresentedToken {
  readonly token: string;
  readonly by: 'header' | 'cookie';
}

/**
 * Returns the token of a request: from the header, else from a cookie. Cookies
 * are ignored beside a header, because browsers send them automatically.
 *
 * @returns 'malformed' for an Authorization header without a bearer token
 */
function presentedToken(context: HttpContext, config: HubConfig): PresentedToken | 'malformed' | undefined {
  const header = context.headers.get('authorization');
  if (header !== undefined) {
    const match = BEARER.exec(header);
    return match ? { token: match[1]!, by: 'header' } : 'malformed';
  }
  const cookies = context.headers.get('cookie');
  if (cookies === undefined) return undefined;
  const secure = isSecure(config, context);
  for (const dialect of listDialects(config)) {
    const [token] = cookieValues(cookies, cookieName(dialect, secure));
    if (token) return { token, by: 'cookie' };
  }
  return undefined;
}

const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;

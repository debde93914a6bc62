import type { HttpContext } from '../../core/http/context.ts';
import { currentScope } from '../../core/trace/current.ts';
import { HubRequestError, HubTokenError } from './hub-error.ts';
import { HUB_PATH } from './hub-config.ts';
import { dialectsOf } from './hub-options.ts';
import { originOf, trustOf } from './hub-cors.ts';
import type { Hub } from './hub.ts';
import type { HubAccess, TokenRole } from './hub-token.ts';
import { presentedToken } from './presented-token.ts';
import type { PresentedToken } from './presented-token.ts';
import { tokenFlaw } from './token-flaw.ts';
import { describeMatchers } from './describe-matchers.ts';

/** Where the metadata of a hub is (RFC 9728 §3.1). */
export const METADATA_PATH = `/.well-known/oauth-protected-resource${HUB_PATH}`;

/** Where the metadata of this hub is, for this request; undefined when it has none. */
export function metadataUrl(hub: Hub, context: HttpContext): string | undefined {
  if (!dialectsOf(hub.config).includes('current')) return undefined;
  return new URL(METADATA_PATH, hub.urlFor(context)).href;
}

/**
 * Finds out who asks: what their token allows, or undefined for somebody without one.
 *
 * @throws {HubTokenError} when there is a token and it is not to be believed
 * @throws {HubRequestError} 403 when a cookie comes along with a request from a page that has no business here
 */
export function authenticate(hub: Hub, context: HttpContext, role: TokenRole): HubAccess | undefined | Promise<HubAccess> {
  const presented = presentedToken(context, hub.config);
  if (presented === undefined) {
    tell(hub, role);
    return undefined;
  }
  if (presented === 'malformed') throw refused(hub, context, 'invalid_request', 'Authorization holds no bearer token');
  if (presented.by === 'cookie') assertOrigin(hub, context, role);
  const access = hub.tokens.read(presented.token, role, hub.identity);
  const judged = (found: HubAccess | undefined): HubAccess => {
    tell(hub, role, presented, found);
    return found ?? unbelieved(hub, context);
  };
  return access instanceof Promise ? access.then(judged) : judged(access);
}

/** The error for somebody without a token where one is needed. */
export function tokenRequiredError(hub: Hub, context: HttpContext): HubTokenError {
  return refused(hub, context, undefined, 'A token is needed here');
}

/** The error for somebody whose token does not go so far. */
export function insufficientScopeError(hub: Hub, context: HttpContext, what: string): HubTokenError {
  return refused(hub, context, 'insufficient_scope', what);
}

// For the profiler: the client is told none of it.
function tell(hub: Hub, role: TokenRole, presented?: PresentedToken, access?: HubAccess): void {
  const { trace } = currentScope();
  if (!trace.recording) return;
  if (presented === undefined) return trace.decide('hub token', 'none', 'neither a header nor a cookie brought one');
  const by = `by ${presented.by}`;
  if (access === undefined)
    return trace.decide('hub token', 'not believed', `${by}: ${tokenFlaw(hub, presented.token)}`);
  const may = role === 'publish' ? access.publish : access.subscribe.flatMap(({ matchers }) => matchers);
  const whose = `${by}${access.subject === undefined ? '' : `, of ${access.subject}`}, in the ${access.dialect} dialect`;
  trace.decide('hub token', 'believed', `${whose}: may ${role} ${describeMatchers(may) || 'nothing private'}`);
}

function unbelieved(hub: Hub, context: HttpContext): never {
  throw refused(hub, context, 'invalid_token', 'The token is not valid');
}

function refused(
  hub: Hub,
  context: HttpContext,
  flaw: ConstructorParameters<typeof HubTokenError>[0],
  message: string,
): HubTokenError {
  return new HubTokenError(flaw, message, metadataUrl(hub, context));
}

// A page anywhere can make a browser send its cookies. Who reads is held back by CORS as well; who writes is not.
function assertOrigin(hub: Hub, context: HttpContext, role: TokenRole): void {
  const origin = originOf(context);
  if (origin === undefined) {
    if (role === 'subscribe') return;
    throw new HubRequestError(403, 'A cookie publishes only together with an Origin or a Referer');
  }
  const trust = trustOf(origin, context, hub.config);
  if (trust !== 'own' && trust !== 'trusted')
    throw new HubRequestError(403, `Cookies are not accepted from pages of "${origin.slice(0, 200)}"`);
}

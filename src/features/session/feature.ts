import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import { SessionListener } from './session-listener.ts';
import type { Logger } from '../../core/trace/logger.ts';
import { SessionCookie } from './session-cookie.ts';
import { Sessions } from './sessions.ts';
import type { SessionConfig } from './session-config.ts';
import type { SessionContext } from './sessions.ts';
import { limitAnonymousSessions } from './anonymous-sessions.ts';
import type { Mode } from '../../host/config.ts';
import type { PipelineParts } from '../../host/pipeline.ts';
import type { RouteData } from '../../core/routes/route-table.ts';

export { wrongSessions } from './check-sessions.ts';

/** The listeners of sessions; only hosts that keep some load this. */
export function createSessions(
  config: SessionConfig,
  mode: Mode,
  logger: Logger,
  rateLimits?: RateLimitConfig,
): PipelineParts {
  const onUse = (context: SessionContext, what: string): void => forbidStateless(context, what, mode, logger);
  const onStart = limitAnonymousSessions(config, rateLimits, logger);
  return { session: new SessionListener(new Sessions(config, { onUse, ...(onStart && { onStart }) })) };
}

/** Returns the name of the session cookie for each scheme; over HTTPS it has a prefix such as `__Host-`. */
export function sessionCookieNames({ cookie }: SessionConfig): { readonly http: string; readonly https: string } {
  const named = new SessionCookie(cookie);
  return { http: named.nameFor({ scheme: 'http' }), https: named.nameFor({ scheme: 'https' }) };
}

// A developer is stopped at once; those who run it in production are told, and their visitors get their answer.
function forbidStateless(context: SessionContext, what: string, mode: Mode, logger: Logger): void {
  const { route } = context;
  if (route === undefined || !isStateless(route.data as RouteData | undefined)) return;
  const message = `Route "${route.name}" is stateless and used the session (${what}): take "stateless" away, or do without`;
  if (mode === 'development') throw new TypeError(message);
  if (logger.wants('warning', context.trace)) logger.log('warning', 'session', message, {}, context);
}

function isStateless(data: RouteData | undefined): boolean {
  if (data?.operation === undefined) return data?.declaration.options.stateless === true;
  const { options, resource } = data.operation;
  return (options.stateless ?? resource.definition.stateless) === true;
}

import type { Mode } from '../../configuration/host-environment.ts';
import type { RouteData } from '../../routes/route-table.ts';
import type { Logger, TracedContext } from 'oriel-core/trace';
import type { Feature } from '../feature.ts';
import { STATE_REDIS } from '../state-fixes.ts';
import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import { limitAnonymousSessions } from './anonymous-sessions.ts';
import { validateSessions } from './validate-sessions.ts';
import { sessionCollector } from './session-collector.ts';
import type { SessionConfig } from './session-config.ts';
import { SessionListener } from './session-listener.ts';
import { Sessions } from './sessions.ts';

/** The part of the host's configuration that sessions depend on. */
export interface SessionSettings {
  readonly sessions?: SessionConfig;
  readonly rateLimits?: RateLimitConfig;
}

export const feature: Feature<SessionSettings> = {
  name: 'session',
  validate: ({ sessions }) => (sessions === undefined ? [] : validateSessions(sessions)),
  *sharedState({ sessions }, spread) {
    if (sessions === undefined) return;
    yield {
      name: 'sessions',
      shared: sessions.storage?.shared,
      code: 'SESSIONS',
      place: 'sessions.storage',
      effect: 'store its own sessions, and clients would lose theirs if another one handles a request',
      fix: `Set ${STATE_REDIS}, or use a shared storage, such as sqlSessionStorage(database)${spread === 'workers' ? '' : ' over PostgreSQL'} or redisSessionStorage(client)`,
    };
  },
  create({ sessions, rateLimits }, { mode, logger }) {
    if (sessions === undefined) return {};
    const onUse = (context: TracedContext, what: string): void => forbidStateless(context, what, mode, logger);
    const onStart = limitAnonymousSessions(sessions, rateLimits, logger);
    const listener = new SessionListener(new Sessions(sessions, { onUse, ...(onStart && { onStart }) }));
    return { listeners: { session: listener }, collectors: [sessionCollector] };
  },
};

// Throws in development. In production, only logs a warning, so that clients get their response.
function forbidStateless(context: TracedContext, what: string, mode: Mode, logger: Logger): void {
  const { route } = context;
  if (route === undefined || !isStateless(route.data as RouteData | undefined)) return;
  const message = `Route "${route.name}" is stateless but used the session (${what}): remove "stateless", or do not use the session`;
  if (mode === 'development') throw new TypeError(message);
  if (logger.wants('warning', context.trace)) logger.log('warning', 'session', message, {}, context);
}

function isStateless(data: RouteData | undefined): boolean {
  if (data?.operation === undefined) return data?.declaration.options.stateless === true;
  const { options, resource } = data.operation;
  return (options.stateless ?? resource.definition.stateless) === true;
}

import type { Mode } from '../../configuration/host-environment.ts';
import type { RouteData } from '../../routes/route-table.ts';
import type { Logger, TracedContext } from 'oriel-core/trace';
import type { Feature } from '../feature.ts';
import { STATE_REDIS } from '../state-fixes.ts';
import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import { validateSessions } from './validate-sessions.ts';
import { sessionCollector } from './session-collector.ts';
import type { SessionConfig } from './session-config.ts';
import { SessionListener } from './session-listener.ts';
import { Sessions } from './sessions.ts';
import { isLoopbackName } from 'oriel-core/http';
import { Limiter, getRule, tooMany } from '../rate-limit/limiter.ts';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.ts';
import { addressKey } from 'oriel-core/node';
import { limitSettings } from '../rate-limit/rate-limit.ts';
import type { SessionHooks } from './sessions.ts';
import { createStoreErrorReporter } from 'oriel-core/trace';

/** The part of the host's configuration that sessions depend on. */
export interface SessionSettings {
  readonly sessions?: SessionConfig;
  readonly rateLimits?: RateLimitConfig;
  readonly origins?: readonly string[];
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
  create({ sessions, rateLimits, origins = [] }, { mode, logger }) {
    if (sessions === undefined) return {};
    const onUse = (context: TracedContext, what: string): void => forbidStateless(context, what, mode, logger);
    const onStart = limitAnonymousSessions(sessions, rateLimits, logger);
    const listener = new SessionListener(new Sessions(sessions, { onUse, origins, ...(onStart && { onStart }) }));
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
  return data?.operation === undefined && data?.declaration.options.stateless === true;
}

/**
 * Returns a function that limits the sessions without a user that one client address may start. It counts in the store
 * of the rate limits. Without the limit, one client could fill the session storage with requests that need no login.
 */
function limitAnonymousSessions(
  { anonymous }: SessionConfig,
  rateLimits: RateLimitConfig | undefined,
  logger: Logger,
): SessionHooks['onStart'] {
  if (anonymous === false) return undefined;
  const rule = getRule({ name: 'anonymous sessions', limit: anonymous ?? 1_000, per: '10 min' });
  const { store = new MemoryLimitStore({ most: MAX_KEPT }) } = limitSettings(rateLimits ?? []);
  const limiter = new Limiter({ store, failure: 'open' }, createStoreErrorReporter(logger, 'Sessions'));
  return async ({ ip }, values) => {
    // Behind a proxy that is not listed in `proxies`, all clients have the same address. Adapters without peers report
    // none.
    if (values.has('@user') || (anonymous === undefined && (ip === 'unknown' || isLoopbackName(getName(ip))))) return;
    const { taken } = await limiter.count(addressKey(ip), rule);
    if (taken?.allowed === false) throw tooMany(taken);
  };
}

function getName(ip: string): string {
  return ip.includes(':') ? `[${ip}]` : ip;
}

const MAX_KEPT = 20_000;

import type { Mode } from '../../configuration/host-environment.ts';
import type { RouteData } from '../../routes/route-table.ts';
import type { Logger, TracedContext } from 'oriel-core/trace';
import type { Feature } from '../feature.ts';
import { STATE_REDIS } from '../state-fixes.ts';
import type { RateLimitConfig } from '../rate-limit/rate-limit.ts';
import { validateSessions } from './session-config.ts';
import type { SessionConfig } from './session-config.ts';
import { Sessions } from './sessions.ts';
import { isLoopbackName } from 'oriel-core/http';
import { Limiter, getRule, tooMany } from '../rate-limit/limiter.ts';
import { MemoryLimitStore } from '../rate-limit/memory-limit-store.ts';
import { addressKey } from 'oriel-core/node';
import { limitSettings } from '../rate-limit/rate-limit.ts';
import type { SessionHooks } from './sessions.ts';
import { createStoreErrorReporter } from 'oriel-core/trace';
import type { Collector, CollectorSubject } from '../collector.ts';
import type { RecordedSession } from 'oriel/recorder';
import type { Subscriber } from '../../events/subscriber.ts';
import { formatHttpDate } from '../../http/headers/http-date.ts';
import type { ResponseHeaders } from 'oriel-core/http';
import type { RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import { VisitorSession } from './visitor-session.ts';

interface SessionSettings {
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
    const session = createSessionListener(new Sessions(sessions, { onUse, origins, ...(onStart && { onStart }) }));
    return { listeners: { session }, collectors: [sessionCollector] };
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

/** Records how a request used its session, for the session panel. Stored values are redacted. */
const sessionCollector: Collector = {
  name: 'session',
  collect({ context: { session }, redactor }): RecordedSession | undefined {
    // Checks for members instead of the class, which hosts without sessions do not load.
    const { stored, usage, hasCookie } = (session ?? {}) as Partial<VisitorSession>;
    if (usage === undefined || hasCookie === undefined) return undefined;
    const { reads, writes, outcomes } = usage;
    // The request has no session and did not use one.
    if (!hasCookie && reads.length + writes.length + outcomes.length === 0) return undefined;
    return {
      hasCookie,
      reads,
      writes,
      outcomes,
      stored: stored && {
        created: stored.created,
        used: stored.used,
        version: stored.version,
        bytes: Buffer.byteLength(stored.data),
        ...describe(JSON.parse(stored.data) as ReservedValues, redactor),
      },
    };
  },
};

type Stored = NonNullable<RecordedSession['stored']>;

/**
 * The values that `security/session-user` and `security/oidc/login-attempt` store in the session, besides those of the
 * application.
 */
interface ReservedValues {
  readonly '@user'?: { readonly by: string; readonly id: string; readonly proof?: string; readonly user?: unknown };
  readonly '@oidc'?: { readonly back: string; readonly began: number };
}

// Reserved values are summarized, because password fingerprints, states and verifiers must not be recorded.
function describe(
  reservedValues: ReservedValues,
  redactor: CollectorSubject['redactor'],
): Pick<Stored, 'user' | 'login' | 'values'> {
  const { '@user': user, '@oidc': login, ...values } = reservedValues;
  const summary = {
    user: user && { by: user.by, id: user.id, as: user.user },
    login: login && { back: login.back, began: login.began },
    values,
  };
  const shown = redactor.value(summary) as Pick<Stored, 'login' | 'values'> & Pick<typeof summary, 'user'>;
  return { ...shown, user: shown.user && { ...shown.user, untilPassword: user?.proof !== undefined } };
}

/**
 * Adds a session to each request; it is loaded when it is used. Responses that used the session are marked private, and
 * get a `Set-Cookie` header if the client does not know the id.
 */
function createSessionListener(sessions: Sessions): Subscriber {
  return {
    name: 'SessionListener',
    on: {
      'kernel.request'({ context }: RequestEvent) {
        // A forwarded request shares the session of its parent.
        context.session = context.parent === undefined ? sessions.of(context) : context.parent.session;
      },
      'kernel.response'({ context, response }: ResponseEvent) {
        const { session, parent } = context;
        if (parent !== undefined || !(session instanceof VisitorSession)) return;
        const finished = session.finish();
        if (finished === undefined) return;
        // The 404 of a hidden route has the headers of any other 404, and those are private.
        if (!context.concealed || finished.cookie !== undefined) keepPrivate(response.headers);
        if (finished.cookie !== undefined) response.headers.list.push('Set-Cookie', finished.cookie);
        return finished.pending;
      },
    },
  };
}

// Shared caches must not store the response, and it must be revalidated because the user may have logged out.
function keepPrivate(headers: ResponseHeaders): void {
  const control = headers.get('Cache-Control');
  if (control !== undefined && /\bno-store\b/i.test(control)) return;
  headers.put('Cache-Control', 'max-age=0, must-revalidate, private');
  headers.put('Expires', formatHttpDate(Date.now()));
}

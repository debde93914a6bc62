import type { AnyResource } from '../features/resources/definition/resource.ts';
import type { ApiConfig } from '../features/resources/definition/api-config.ts';
import type { ProfilerConfig } from '../features/profiler/profiler-config.ts';
import type { Mode } from '../core/configuration/mode.ts';
import type { Listener } from '../core/events/dispatcher.ts';
import type { Feature } from '../features/feature.ts';
import type { HubConfig } from '../features/hub/hub-config.ts';
import type { HostPolicy } from '../core/listeners/host-listener.ts';
import type { SecurityConfig } from '../features/security/security-config.ts';
import type { RateLimitConfig } from '../features/rate-limit/rate-limit.ts';
import type { ServerOptions } from '../core/server/server-options.ts';
import type { LogLevel } from '../core/trace/trace.ts';
import type { LogSink } from '../core/trace/logger.ts';
import type { LocaleConfig } from '../features/locale/locale-config.ts';
import type { SessionConfig } from '../features/session/session-config.ts';
import type { CorsConfig } from '../features/cors/cors-config.ts';
import type { HealthConfig } from '../features/health/health-config.ts';
import type { RouteDeclaration } from '../core/routes/route.ts';
import type { SecurityHeadersConfig } from '../features/security-headers/security-headers-config.ts';

/** Everything a host can be told. */
export interface HostConfig<Resources extends readonly AnyResource[] = readonly AnyResource[]> {
  /** What people call it. */
  readonly title?: string;
  readonly version?: string;
  /**
   * The secret that all keys of the host are derived from, such as those that sign cursors: at least 32 random bytes. In a
   * list the first one signs and the others only verify, which is how a secret is replaced: `[current, previous]`. Default the
   * environment variable `ORIEL_SECRET`, else a random one for each start.
   */
  readonly secret?: string | readonly string[];
  /**
   * `many` when several machines serve this configuration. In production the host then refuses to start with anything that
   * they would not share. Workers of `oriel start` are not counted. Default `one`.
   */
  readonly instances?: 'one' | 'many';
  readonly routes?: readonly RouteDeclaration[];
  /** What `resource()` gives: data with all its operations. */
  readonly resources?: Resources;
  /** What is true of every resource. */
  readonly api?: ApiConfig;
  /** Listeners of the application: what `on()` and `subscriber()` give. */
  readonly listeners?: readonly (Listener<never> | readonly Listener<never>[])[];
  /** Who is asking, and who may pass without saying. Left out, nobody is asked. */
  readonly security?: SecurityConfig;
  /**
   * `'public'` states that anyone may change the resources. Production needs it for writable resources without `security`
   * and without rules of their own; development logs a warning.
   */
  readonly access?: 'public';
  /** What visitors keep between requests. Left out, nobody keeps anything; `{}` keeps it in memory. */
  readonly sessions?: SessionConfig;
  /** Names it answers to; left out, any name in production. In development only loopback names answer, whatever stands here. */
  readonly hosts?: Pick<HostPolicy, 'www' | 'unknown'> & { readonly names: readonly string[] };
  /** Proxies to believe about address, scheme and host: addresses or CIDR blocks, or `{ from, headers }`. */
  readonly proxies?: ServerOptions['proxies'];
  /** What no request may exceed. */
  readonly limits?: ServerOptions['limits'] & {
    /** Milliseconds a request may take until it is answered with 503; 0 for no limit. Default 30,000. */
    readonly time?: number;
  };
  /** Compress answers: default on, from 1,024 bytes. */
  readonly compression?: ServerOptions['compression'];
  /** Take the method of a POST from `X-HTTP-Method-Override`, or from a header of your own. Default false. */
  readonly methodOverride?: boolean | { readonly header?: string };
  /** What search engines are told, of everything or of some paths; in development always `noindex`. */
  readonly robots?: string | readonly { readonly path: string; readonly tag: string }[];
  /** Tell browsers what not to do with answers. Default false: resources, errors and the profiler say it themselves. */
  readonly securityHeaders?: boolean | SecurityHeadersConfig;
  /**
   * Other origins whose pages are trusted, such as `https://app.example.com`: they may read responses, with credentials if
   * the host has any that browsers send by themselves, use the session to change things, and subscribe to the hub. A list in
   * `cors.origins`, `sessions.csrf.origins` or `hub.cors` replaces it there. Default none.
   */
  readonly origins?: readonly string[];
  /** Which pages of other origins may read answers, and send what. Default none. */
  readonly cors?: CorsConfig;
  readonly tls?: ServerOptions['tls'];
  readonly http2?: boolean;
  /** Milliseconds that requests get to finish when the host stops. Default 10,000. */
  readonly graceMs?: number;
  /** `strict` refuses query parameters that a route's schema does not know. Default `strict`. */
  readonly query?: 'strict' | 'lenient';
  /** Echo a request id in `X-Request-Id`. Default true. */
  readonly requestId?: boolean;
  /** How many requests one address, or one user, may send. Default as many as come. */
  readonly rateLimits?: RateLimitConfig;
  /** Tells those who watch over the process how it is, at `/livez` and `/readyz`. Default false. */
  readonly health?: boolean | HealthConfig;
  /** The languages it speaks, and where it learns which one a visitor wants. Default English, and nothing to choose. */
  readonly locales?: LocaleConfig;
  readonly log?: LogConfig | false;
  readonly profiler?: ProfilerConfig | false;
  /** Real-time updates: a hub at `/.well-known/mercure`, or, with `url`, one elsewhere. Off unless it is given. */
  readonly hub?: HubConfig;
  /** What `plugin()` returns. A plugin with the name of a built-in feature replaces it. */
  readonly plugins?: readonly Feature[];
  /** Called once before the host answers its first request. A rejection keeps it from starting. */
  readonly onStart?: () => void | Promise<void>;
  /** Called once when the host stops, after the last answer: close what the application opened. */
  readonly onClose?: () => void | Promise<void>;
}

export interface LogConfig {
  /** Records below it are not written. Default `warning`. */
  readonly level?: LogLevel | 'none';
  /** One line per request. Default true when the host listens, false for a bare `fetch`. */
  readonly access?: boolean;
  /** Where records go instead of the standard output. */
  readonly sink?: LogSink;
}

/** Milliseconds a request may take. */
export const DEFAULT_TIME_LIMIT = 30_000;

/**
 * The mode: `ORIEL_MODE` has the last word, then whoever starts the host, else production.
 * @throws {TypeError} when `ORIEL_MODE` is neither
 */
export function resolveMode(wanted?: Mode): Mode {
  const forced = globalThis.process?.env['ORIEL_MODE'];
  if (forced === undefined || forced === '') return wanted ?? 'production';
  if (forced === 'development' || forced === 'production') return forced;
  throw new TypeError(`ORIEL_MODE is ${JSON.stringify(forced)}; it must be "development" or "production"`);
}

/** Whether `ORIEL_MODE` sets production, so that a host that only answers `fetch` is in production as well. */
export function isProductionForced(): boolean {
  return globalThis.process?.env['ORIEL_MODE'] === 'production';
}

/** The settings of the profiler that hold: in development it is on, in production only with a key. */
export function profilerConfig({ profiler }: HostConfig, mode: Mode): ProfilerConfig | undefined {
  if (profiler === false) return undefined;
  if (mode === 'development') return profiler ?? {};
  return profiler?.key === undefined ? undefined : profiler;
}

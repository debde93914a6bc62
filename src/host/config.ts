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

/** The configuration of a host. Every setting has a default. */
export interface HostConfig<Resources extends readonly AnyResource[] = readonly AnyResource[]> {
  /** The name of the API, for documents and pages. */
  readonly title?: string;
  /** The version of the API, for documents. */
  readonly version?: string;
  /**
   * The secret from which all keys of the host are derived, such as those that sign cursors: at least 32 random bytes. In a
   * list the first one signs and the others only verify, which is how a secret is replaced: `[current, previous]`. Default the
   * environment variable `ORIEL_SECRET`, else a random secret for each start.
   */
  readonly secret?: string | readonly string[];
  /**
   * `many` when several machines serve this configuration. In production the host then refuses to start with state that
   * they do not share. Workers of `oriel start` are not counted. Default `one`.
   */
  readonly instances?: 'one' | 'many';
  /** What `route()` returns. */
  readonly routes?: readonly RouteDeclaration[];
  /** What `resource()` returns. */
  readonly resources?: Resources;
  /** Settings of all resources. */
  readonly api?: ApiConfig;
  /** What `on()` and `subscriber()` return. */
  readonly listeners?: readonly (Listener<never> | readonly Listener<never>[])[];
  /** Authentication and authorization. Without it, no request is authenticated. */
  readonly security?: SecurityConfig;
  /**
   * `'public'` states that anyone may change the resources. Production needs it for writable resources without `security`
   * and without rules of their own; development logs a warning.
   */
  readonly access?: 'public';
  /** Sessions. Without it there are none; `{}` keeps them in memory. */
  readonly sessions?: SessionConfig;
  /** Host names that the host answers to. Default any name in production; development always answers to loopback names only. */
  readonly hosts?: Pick<HostPolicy, 'www' | 'unknown'> & { readonly names: readonly string[] };
  /** Proxies whose forwarding headers are trusted: addresses or CIDR blocks, or `{ from, headers }`. Default none. */
  readonly proxies?: ServerOptions['proxies'];
  /** Limits of requests. */
  readonly limits?: ServerOptions['limits'] & {
    /** Milliseconds until a request is answered with 503; 0 for no limit. Default 30,000. */
    readonly time?: number;
  };
  /** Compression of responses. Default on, from 1,024 bytes. */
  readonly compression?: ServerOptions['compression'];
  /** Take the method of a POST from `X-HTTP-Method-Override`, or from another header. Default false. */
  readonly methodOverride?: boolean | { readonly header?: string };
  /** The value of `X-Robots-Tag`, for all paths or by path. In development always `noindex`. */
  readonly robots?: string | readonly { readonly path: string; readonly tag: string }[];
  /** Security headers such as `Content-Security-Policy`. Default false: resources, errors and the profiler set their own. */
  readonly securityHeaders?: boolean | SecurityHeadersConfig;
  /**
   * Trusted origins, such as `https://app.example.com`: their pages may read responses, with credentials if the host has
   * any that browsers send by themselves, use the session to change data, and subscribe to the hub. A list in
   * `cors.origins`, `sessions.csrf.origins` or `hub.cors` replaces it there. Default none.
   */
  readonly origins?: readonly string[];
  /** Cross-origin resource sharing. Default none. */
  readonly cors?: CorsConfig;
  /** Certificate and key for HTTPS. */
  readonly tls?: ServerOptions['tls'];
  /** Serve HTTP/2, too. Default false. */
  readonly http2?: boolean;
  /** Milliseconds that requests get to finish when the host stops. Default 10,000. */
  readonly graceMs?: number;
  /** `strict` rejects query parameters that the schema of a route does not have. Default `strict`. */
  readonly query?: 'strict' | 'lenient';
  /** Send a request id in `X-Request-Id`. Default true. */
  readonly requestId?: boolean;
  /** Rate limits of addresses and users. Default none. */
  readonly rateLimits?: RateLimitConfig;
  /** Health endpoints at `/livez` and `/readyz`. Default false. */
  readonly health?: boolean | HealthConfig;
  /** Languages of problem details, and how the language of a request is chosen. Default English. */
  readonly locales?: LocaleConfig;
  /** Logging; `false` for none. */
  readonly log?: LogConfig | false;
  /** The profiler. On in development; in production only with a key. */
  readonly profiler?: ProfilerConfig | false;
  /** Real-time updates: a hub at `/.well-known/mercure`, or, with `url`, an external one. Default none. */
  readonly hub?: HubConfig;
  /** What `plugin()` returns. A plugin with the name of a built-in feature replaces it. */
  readonly plugins?: readonly Feature[];
  /** Called once before the host answers its first request. A rejection keeps it from starting. */
  readonly onStart?: () => void | Promise<void>;
  /** Called once when the host stops, after the last response: close what the application opened. */
  readonly onClose?: () => void | Promise<void>;
}

/** The settings of the logger. */
export interface LogConfig {
  /** Records below this level are not written. Default `warning`. */
  readonly level?: LogLevel | 'none';
  /** Write one line per request. Default true when the host listens, false for a bare `fetch`. */
  readonly access?: boolean;
  /** Receives the records instead of the standard output. */
  readonly sink?: LogSink;
}

/** Default of `limits.time` in milliseconds. */
export const DEFAULT_TIME_LIMIT = 30_000;

/**
 * Returns the mode: `ORIEL_MODE` if set, else the wanted mode, else production.
 * @throws {TypeError} when `ORIEL_MODE` is neither mode
 */
export function resolveMode(wanted?: Mode): Mode {
  const forced = globalThis.process?.env['ORIEL_MODE'];
  if (forced === undefined || forced === '') return wanted ?? 'production';
  if (forced === 'development' || forced === 'production') return forced;
  throw new TypeError(`ORIEL_MODE is ${JSON.stringify(forced)}; it must be "development" or "production"`);
}

/** Does `ORIEL_MODE` set production? Then a host that only answers `fetch` is in production as well. */
export function isProductionForced(): boolean {
  return globalThis.process?.env['ORIEL_MODE'] === 'production';
}

/** Returns the settings of the profiler in a mode; undefined when it is off. */
export function profilerConfig({ profiler }: HostConfig, mode: Mode): ProfilerConfig | undefined {
  if (profiler === false) return undefined;
  if (mode === 'development') return profiler ?? {};
  return profiler?.key === undefined ? undefined : profiler;
}

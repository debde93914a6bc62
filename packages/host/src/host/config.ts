import type { TlsOptions } from 'node:tls';
import type { AnyResource } from '../features/resources/declare/resource.ts';
import type { ApiConfig } from '../features/resources/model/api-config.ts';
import type { ProfilerConfig } from '../features/profiler/profiler-config.ts';
import type { Migrations } from '../configuration/migrations.ts';
import type { Duration } from 'oriel-core/http';
import type { Listener } from '../events/dispatcher.ts';
import type { Feature } from '../features/feature.ts';
import type { HubConfig } from '../features/hub/hub-config.ts';
import type { Authenticator } from '../features/security/authenticator.ts';
import type { SecurityConfig } from '../features/security/security-config.ts';
import type { RateLimitConfig } from '../features/rate-limit/rate-limit.ts';
import type { ServerLimits } from '../server/server-options.ts';
import type { ProxyConfig } from '../server/proxy-config.ts';
import type { LogLevel, LogSink } from 'oriel-core/trace';
import type { LocaleConfig } from '../features/locale/locale-config.ts';
import type { McpConfig } from '../features/mcp/mcp-config.ts';
import type { SessionConfig } from '../features/session/session-config.ts';
import type { CorsConfig } from '../features/cors/cors-config.ts';
import type { FilesConfig } from '../features/files/files-config.ts';
import type { HealthConfig } from '../features/health/health-config.ts';
import type { HostMetricsConfig } from '../features/metrics/metrics-config.ts';
import type { RouteDeclaration } from '../routes/route.ts';
import type { StateConfig } from './state/state-config.ts';
import type { SecurityHeadersConfig } from '../features/security-headers/security-headers-config.ts';

/** The configuration of a host. Every setting has a default. */
export interface HostConfig<
  Resources extends readonly AnyResource[] = readonly AnyResource[],
  Routes extends readonly RouteDeclaration[] = readonly RouteDeclaration[],
  Each extends Authenticator = Authenticator,
> {
  /**
   * The name of the API, for documents and pages.
   * @default –
   */
  readonly title?: string;
  /**
   * The version of the API, for documents.
   * @default –
   */
  readonly version?: string;
  /**
   * The secret from which all keys of the host are derived, such as those that sign cursors: at least 32 random bytes.
   * In a list the first one signs and the others only verify, which is how a secret is replaced: `[current, previous]`.
   * @default the environment variable `ORIEL_SECRET`, else a random secret for each start
   */
  readonly secret?: string | readonly string[];
  /**
   * `many` when several machines serve this configuration. In production the host then refuses to start with state that
   * they do not share. Workers of `oriel-host start` are not counted.
   * @default 'one'
   */
  readonly instances?: 'one' | 'many';
  /**
   * Where sessions, idempotency keys, limits and updates are stored, so that several processes and machines share them.
   * @default the memory of this process
   */
  readonly state?: StateConfig;
  /**
   * Routes created with `route()`.
   * @default []
   */
  readonly routes?: Routes;
  /**
   * Resources created with `resource()`.
   * @default []
   */
  readonly resources?: Resources;
  /**
   * Settings of all resources.
   * @default –
   */
  readonly api?: ApiConfig;
  /**
   * Listeners created with `on()` and `subscriber()`.
   * @default []
   */
  readonly listeners?: readonly (Listener<never> | readonly Listener<never>[])[];
  /**
   * Authentication and authorization. Without it, no request is authenticated.
   * @default no authentication
   */
  readonly security?: SecurityConfig<Each>;
  /**
   * `'public'` states that anyone may change the resources. Production needs it for writable resources without
   * `security` and without rules of their own; development logs a warning.
   * @default –
   */
  readonly access?: 'public';
  /**
   * Sessions; `{}` stores them in memory.
   * @default no sessions
   */
  readonly sessions?: SessionConfig;
  /**
   * The host names that the host serves. In development it serves loopback names only.
   * @default any name
   */
  readonly hosts?: HostsConfig;
  /**
   * Proxies whose forwarding headers are trusted: addresses or CIDR blocks, or `{ from, headers }`.
   * @default []
   */
  readonly proxies?: ProxyConfig;
  /**
   * Limits of requests.
   * @default –
   */
  readonly limits?: HostLimits;
  /**
   * Compression of responses from 1,024 bytes.
   * @default true
   */
  readonly compression?: boolean;
  /**
   * The value of `X-Robots-Tag`. In development always `noindex`.
   * @default –
   */
  readonly robots?: string;
  /**
   * Security headers such as `Content-Security-Policy`. Resources, errors and the profiler set their own.
   * @default false
   */
  readonly securityHeaders?: boolean | SecurityHeadersConfig;
  /**
   * Trusted origins, such as `https://app.example.com`: their pages may read responses, with credentials if the host
   * has any that browsers send by themselves, use the session to change data, and subscribe to the hub. A list in
   * `cors.origins` or `hub.cors` replaces it there.
   * @default []
   */
  readonly origins?: readonly string[];
  /**
   * Cross-origin resource sharing.
   * @default none
   */
  readonly cors?: CorsConfig;
  /**
   * Certificate and key for HTTPS.
   * @default –
   */
  readonly tls?: TlsOptions;
  /**
   * Serve HTTP/2, too.
   * @default false
   */
  readonly http2?: boolean;
  /**
   * How long open requests have to finish when the host stops.
   * @default '10 s'
   */
  readonly gracePeriod?: Duration;
  /**
   * `strict` rejects query parameters that the schema of a route does not have.
   * @default 'strict'
   */
  readonly query?: 'strict' | 'lenient';
  /**
   * Rate limits of addresses and users.
   * @default []
   */
  readonly rateLimits?: RateLimitConfig;
  /**
   * Folders whose files the host serves.
   * @default []
   */
  readonly files?: readonly FilesConfig[];
  /**
   * Health endpoints at `/livez`, `/readyz` and `/startupz`.
   * @default false
   */
  readonly health?: boolean | HealthConfig;
  /**
   * Metrics of the host at `/metrics`, in the text format of Prometheus. Only clients on the same machine can read them without further
   * options.
   * @default false
   */
  readonly metrics?: boolean | HostMetricsConfig;
  /**
   * Languages of problem details, and how the language of a request is chosen.
   * @default ['en']
   */
  readonly locales?: LocaleConfig;
  /**
   * Logging; `false` for none.
   * @default on
   */
  readonly log?: LogConfig | false;
  /**
   * The profiler; `false` disables it. In production it needs a `key`.
   * @default on in development
   */
  readonly profiler?: ProfilerConfig | false;
  /**
   * Real-time updates: a hub at `/.well-known/mercure`, or, with `url`, an external one.
   * @default none
   */
  readonly hub?: HubConfig;
  /**
   * Let assistants call operations as tools of the Model Context Protocol. Needs the package
   * `@modelcontextprotocol/server`.
   * @default false
   */
  readonly mcp?: boolean | McpConfig;
  /**
   * What `plugin()` returns. A plugin with the name of a built-in feature replaces it.
   * @default []
   */
  readonly plugins?: readonly Feature[];
  /**
   * Migrations of the database, for `oriel-host migrate`. The host itself does not run them.
   * @default none
   */
  readonly migrations?: Migrations;
  /**
   * Called once before the host answers its first request. A rejection keeps it from starting.
   * @default –
   */
  readonly onStart?: () => void | Promise<void>;
  /**
   * Called once when the host stops, after the last response: close what the application opened.
   * @default –
   */
  readonly onClose?: () => void | Promise<void>;
}

/** The host names that a host serves. */
export interface HostsConfig {
  /** The names in lower case; `*.example.com` for all subdomains. */
  readonly names: readonly string[];
  /**
   * The `www.` form of a name: `'serve'` serves both forms, `'add'` and `'remove'` redirect to one (301, or 308 for
   * unsafe methods).
   * @default 'serve'
   */
  readonly www?: 'serve' | 'add' | 'remove';
}

/** Limits of requests. Sizes are in bytes. */
export interface HostLimits extends ServerLimits {
  /**
   * Time until a request is answered with 503, without the time in which the host waits for the body; 0 for no limit.
   * @default '30 s'
   */
  readonly time?: Duration;
}

/** The settings of the logger. */
export interface LogConfig {
  /**
   * The lowest level of records that are written.
   * @default 'warning'
   */
  readonly level?: LogLevel | 'none';
  /**
   * Whether to write one line per request. A host that only answers `fetch` writes none.
   * @default true
   */
  readonly access?: boolean;
  /**
   * Receives the records instead of the standard output.
   * @default writes to the standard output
   */
  readonly sink?: LogSink;
}

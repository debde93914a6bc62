import type { DeriveKeys, Mode } from '../configuration/host-environment.ts';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { Listener } from '../events/dispatcher.ts';
import type { Subscriber } from '../events/subscriber.ts';
import type { HttpContext, IncomingRequest } from 'oriel-core/http';
import type { RouteDeclaration } from '../routes/route.ts';
import type { Logger } from 'oriel-core/trace';
import type { Collector } from './collector.ts';
import type { FindingRule, Panel } from 'oriel/recorder';
import type { Metric } from './metrics/exposition.ts';
import type { ServiceKey } from './service-keys.ts';
import type { HealthCheck } from './health/health-config.ts';

/**
 * An optional part of a host. Built-in features and plugins have the same interface; a built-in feature is loaded only when
 * the configuration uses it. `Config` is the part of the host's configuration that the feature reads.
 */
export interface Feature<Config = never> {
  readonly name: string;
  /** Returns the issues of the configuration. Called once, by `defineHost`. */
  readonly validate?: ((config: Config) => Iterable<ConfigIssue>) | undefined;
  /** The same for names of routes and operations. Called only when no other issue was found. */
  readonly validateReferences?: ((config: Config, routeNames: readonly string[]) => Iterable<ConfigIssue>) | undefined;
  /** Returns the issues that keep the configuration from being used in production. */
  readonly validateProduction?: ((config: Config) => Iterable<ConfigIssue>) | undefined;
  /** Returns the parts whose state several processes must share, with what shares it at present. */
  readonly sharedState?: ((config: Config, spread: Spread) => Iterable<SharedState>) | undefined;
  /** Returns the names of the routes and operations that the feature adds, before it is created. */
  readonly routeNames?: ((config: Config) => readonly string[]) | undefined;
  /** Provides what other features need when they are created. Called for all features before any of them is created. */
  readonly prepare?: ((config: Config, services: FeatureServices) => void) | undefined;
  /** Creates the parts of the feature. Called once per mode, in the order of the table and then of `plugins`. */
  readonly create?: ((config: Config, services: FeatureServices) => FeatureParts) | undefined;
}

/** What serves a configuration: several workers on one machine, or several machines. */
export type Spread = 'workers' | 'machines';

/** State that a feature keeps, and what shares it. */
export interface SharedState {
  /** What is stored, such as `sessions`. */
  readonly name: string;
  /** Shared by nothing, by the processes of one machine, or by all machines. */
  readonly shared: boolean | 'machine' | undefined;
  /** Whether the application accepts that it is not shared. */
  readonly isAccepted?: boolean | undefined;
  /** Completes the code of the issue: `ORIEL_WORKERS_<code>`. */
  readonly code: string;
  /** The setting. */
  readonly place: string;
  /** Where it is stored, for the table of the start; by default the setting. */
  readonly where?: string | undefined;
  /** What happens otherwise, after "Each worker would". */
  readonly effect: string;
  readonly fix: string;
}

/** The parts of a feature in one host. */
export interface FeatureParts {
  /** Subscribers by their name in the pipeline table, or listeners with their own priority. */
  readonly listeners?: Readonly<Record<string, Subscriber | undefined>> | readonly Listener<never>[] | undefined;
  readonly routes?: readonly RouteDeclaration[] | undefined;
  /** Its routes check access themselves: access rules, firewalls and rate limits do not apply to them. */
  readonly checksAccess?: boolean | undefined;
  /** Its collectors for profiles. A collector replaces a built-in one of the same name. */
  readonly collectors?: readonly Collector[] | undefined;
  readonly panels?: readonly Panel[] | undefined;
  readonly findings?: readonly FindingRule[] | undefined;
  /** Checks of `/readyz` and `/startupz`, by name. */
  readonly healthChecks?: Readonly<Record<string, HealthCheck>> | undefined;
  /** Returns the values of its metrics at present, for the metrics endpoint. Called for each scrape. */
  readonly metrics?: (() => Iterable<Metric>) | undefined;
  /** Changes the OpenAPI document, or returns another one. */
  readonly openapi?: ((document: Record<string, unknown>) => Record<string, unknown> | void) | undefined;
  /** Responds to a request before the pipeline; returns undefined for requests of other features. */
  readonly answer?: ((incoming: IncomingRequest) => HttpContext | Promise<HttpContext> | undefined) | undefined;
  /** Whether `answer` responds to a request. Has no effect on the request. */
  readonly answers?: ((incoming: IncomingRequest) => boolean) | undefined;
  /** Called before the host answers its first request. A rejection keeps it from starting. */
  readonly onStart?: (() => void | Promise<void>) | undefined;
  /** Called when the host is about to stop, before connections are closed. The host waits for the promise. */
  readonly onDrain?: (() => void | Promise<void>) | undefined;
  /** Called when connections begin to close: ends responses that would not end by themselves. */
  readonly endStreams?: (() => void) | undefined;
  /** Called once when the host stops. */
  readonly onClose?: (() => void | Promise<void>) | undefined;
}

/** What a host offers to its features. */
export interface FeatureServices {
  readonly mode: Mode;
  /** Whether the host listens on a socket. False for a host that only uses `fetch`. */
  readonly isListening: boolean;
  readonly logger: Logger;
  readonly deriveKeys: DeriveKeys;
  /** Returns whether the route belongs to a feature that checks access itself. Known once all features are created. */
  readonly checksAccess: (data: unknown) => boolean;
  /** Returns whether the route belongs to the profiler. */
  readonly isProfilerRoute: (route: { readonly data?: unknown }) => boolean;
  /** Returns the health checks of all features. Known once all features are created. */
  readonly healthChecks: () => Readonly<Record<string, HealthCheck>>;
  /** Returns the metrics of all features. Known once all features are created. */
  readonly metrics: () => Iterable<Metric>;
  /** Changes the OpenAPI document as all features ask for. */
  readonly openapi: (document: Record<string, unknown>) => Record<string, unknown>;
  /** Offers an object to features that are created later, and to the host. */
  readonly provide: <T>(key: ServiceKey<T>, service: T) => void;
  /** Returns what an earlier feature provides; undefined when the host does not have that feature. */
  readonly find: <T>(key: ServiceKey<T>) => T | undefined;
}

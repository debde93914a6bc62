import type { Subscriber } from '../events/subscriber.ts';
import type { Listener } from '../events/dispatcher.ts';
import type { HttpContext, IncomingRequest } from 'oriel-core/http';
import { issue } from 'oriel-core/configuration';
import type { ConfigIssue } from 'oriel-core/configuration';
import type { Mode } from '../configuration/host-environment.ts';
import type { RouteDeclaration } from '../routes/route.ts';
import type { Feature, FeatureParts, FeatureServices } from '../features/feature.ts';
import type { ServiceKey } from '../features/service-keys.ts';
import type { HostConfig } from './config.ts';
import { FEATURES, loadFeature } from './feature-table.ts';

/** Returns the features of a configuration: built-in ones that it uses, then its plugins. */
export function getFeatures(config: HostConfig, mode: Mode = 'production'): readonly Feature[] {
  const plugins = config.plugins ?? [];
  const replaced = new Set(plugins.map(({ name }) => name));
  // In development every response has `X-Robots-Tag: noindex`.
  const isEnabled = ({ name, isEnabled: check }: (typeof FEATURES)[number]): boolean =>
    check(config) || (mode === 'development' && name === 'security-headers');
  return [...FEATURES.filter((entry) => !replaced.has(entry.name) && isEnabled(entry)).map(loadFeature), ...plugins];
}

/** Returns the issues that the features find in a configuration. */
export function validateFeatures(config: HostConfig): ConfigIssue[] {
  return getFeatures(config).flatMap((feature) => [...(feature.validate?.(config as never) ?? [])]);
}

/** Returns the issues of names of routes and operations, and of what refers to them; for a configuration without other issues. */
export function validateReferences(config: HostConfig): ConfigIssue[] {
  const features = getFeatures(config);
  const names = features.flatMap((feature) => feature.routeNames?.(config as never) ?? []);
  return [
    ...duplicateNames(config, new Set(names)),
    ...features.flatMap((feature) => [...(feature.validateReferences?.(config as never, names) ?? [])]),
  ];
}

function* duplicateNames({ routes = [] }: HostConfig, taken: ReadonlySet<string>): Generator<ConfigIssue> {
  for (const [index, { name, at }] of routes.entries()) {
    if (!taken.has(name)) continue;
    const reason = `"${name}" is also the name of an operation, or of a route of a feature`;
    yield { ...issue('ORIEL_ROUTE_DUPLICATE', `routes[${index}] "${name}"`, reason, 'Rename the route'), at };
  }
}

/** The parts of all features of a host, together. */
export interface HostFeatures {
  readonly subscribers: Readonly<Record<string, Subscriber | undefined>>;
  readonly listeners: readonly Listener<never>[];
  readonly routes: readonly RouteDeclaration[];
  readonly parts: readonly FeatureParts[];
  readonly find: <T>(key: ServiceKey<T>) => T | undefined;
  readonly answer: ((incoming: IncomingRequest) => HttpContext | Promise<HttpContext> | undefined) | undefined;
  /** Whether a feature responds to a request before the pipeline. */
  readonly answers: (incoming: IncomingRequest) => boolean;
}

/** What the host offers to its features, beside what they offer to each other. */
export type HostServices = Pick<
  FeatureServices,
  'mode' | 'isListening' | 'logger' | 'deriveKeys' | 'isProfilerRoute'
> & {
  /** Objects that the host provides itself. */
  readonly provided: readonly (readonly [ServiceKey<unknown>, unknown])[];
};

/** Creates the features of a host: all are prepared, then created in the order of the table. */
export function createFeatures(config: HostConfig, { provided, ...host }: HostServices): HostFeatures {
  const objects = new Map<unknown, unknown>(provided);
  const created: FeatureParts[] = [];
  const ownAccess = new Set<RouteDeclaration>();
  const services: FeatureServices = {
    ...host,
    checksAccess: (data) =>
      host.isProfilerRoute({ data }) || ownAccess.has((data as { readonly declaration: RouteDeclaration }).declaration),
    healthChecks: () => Object.assign({}, ...created.map(({ healthChecks }) => healthChecks)),
    metrics: () => created.flatMap(({ metrics }) => [...(metrics?.() ?? [])]),
    openapi: (document) => created.reduce((done, { openapi }) => openapi?.(done) ?? done, document),
    provide: (key, service) => void objects.set(key, service),
    find: <T>(key: ServiceKey<T>) => objects.get(key) as T | undefined,
  };
  const features = getFeatures(config, host.mode);
  for (const feature of features) feature.prepare?.(config as never, services);
  for (const feature of features) {
    const parts = feature.create?.(config as never, services) ?? {};
    created.push(parts);
    if (parts.checksAccess) for (const route of parts.routes ?? []) ownAccess.add(route);
  }
  const answers = created.flatMap(({ answer }) => answer ?? []);
  return {
    subscribers: Object.assign({}, ...created.map(({ listeners }) => (Array.isArray(listeners) ? {} : listeners))),
    listeners: created.flatMap(({ listeners }) => (Array.isArray(listeners) ? (listeners as Listener<never>[]) : [])),
    routes: created.flatMap(({ routes = [] }) => routes),
    parts: created,
    find: services.find,
    answer: answers.length === 0 ? undefined : (incoming) => firstAnswer(answers, incoming),
    answers: (incoming) => created.some((parts) => parts.answers?.(incoming) === true),
  };
}

function firstAnswer(
  answers: readonly NonNullable<FeatureParts['answer']>[],
  incoming: IncomingRequest,
): HttpContext | Promise<HttpContext> | undefined {
  for (const answer of answers) {
    const found = answer(incoming);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the issues that keep a configuration from being used in production, although it works in development. */
export function validateProduction(config: HostConfig): ConfigIssue[] {
  return getFeatures(config).flatMap((feature) => [...(feature.validateProduction?.(config as never) ?? [])]);
}

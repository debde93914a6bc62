import type { ConfigIssue } from 'oriel-core/configuration';
import type { Listener } from '../events/dispatcher.ts';
import type { Feature, FeatureParts, FeatureServices } from '../features/feature.ts';
import type { HostConfig } from './config.ts';

/** An extension of a host, created with `plugin()` and passed to `defineHost({ plugins: [...] })`. */
export type Plugin = Feature;

/** What a plugin adds to a host. */
export interface PluginParts extends Pick<
  FeatureParts,
  'routes' | 'collectors' | 'panels' | 'findings' | 'healthChecks' | 'openapi' | 'onStart' | 'onDrain' | 'onClose'
> {
  /** Listeners created with `on()` and `subscriber()`. */
  readonly listeners?: readonly (Listener<never> | readonly Listener<never>[])[];
}

/** The definition of a plugin. */
export interface PluginDefinition extends PluginParts {
  /** Unique among the plugins of a host. The name of a built-in feature replaces that feature. */
  readonly name: string;
  /** Returns the issues of the host's configuration; `defineHost` throws them together with its own. */
  readonly validate?: (config: HostConfig) => Iterable<ConfigIssue>;
  /** Creates further parts that depend on the host. Called once per mode. */
  readonly create?: (services: PluginServices) => PluginParts;
}

/** The services of a host for its plugins. */
export type PluginServices = Pick<FeatureServices, 'mode' | 'isListening' | 'logger'>;

/**
 * Defines a plugin: a named set of listeners, routes, profiler parts, health checks and life-cycle functions.
 *
 * @param definition every part is optional, except for the name
 * @returns the plugin, for `defineHost({ plugins: [...] })`
 *
 * @example
 * ```ts
 * import { defineHost, on, plugin } from 'oriel-host';
 * const version = plugin({
 *   name: 'version',
 *   listeners: [on('kernel.response', 0, 'version', ({ response }) => response.headers.set('X-Version', '7'))],
 * });
 * const response = await defineHost({ plugins: [version] }).fetch(new Request('http://localhost/'));
 * response.headers.get('x-version'); // => '7'
 * ```
 */
export function plugin({ name, validate, create, ...parts }: PluginDefinition): Plugin {
  return Object.freeze({
    name,
    validate,
    create: (_config: unknown, { mode, isListening, logger }: FeatureServices): FeatureParts =>
      merge(parts, create?.({ mode, isListening, logger }) ?? {}),
  }) as Plugin;
}

function merge(first: PluginParts, second: PluginParts): FeatureParts {
  const all = [first, second];
  const both =
    <Key extends 'onStart' | 'onDrain' | 'onClose'>(key: Key) =>
    async (): Promise<void> => {
      for (const parts of all) await parts[key]?.();
    };
  const has = (key: keyof PluginParts): boolean => all.some((parts) => parts[key] !== undefined);
  return {
    listeners: all.flatMap(({ listeners = [] }) => listeners.flat()),
    routes: all.flatMap(({ routes = [] }) => routes),
    collectors: all.flatMap(({ collectors = [] }) => collectors),
    panels: all.flatMap(({ panels = [] }) => panels),
    findings: all.flatMap(({ findings = [] }) => findings),
    healthChecks: { ...first.healthChecks, ...second.healthChecks },
    openapi: has('openapi')
      ? (document) => all.reduce((done, { openapi }) => openapi?.(done) ?? done, document)
      : undefined,
    onStart: has('onStart') ? both('onStart') : undefined,
    onDrain: has('onDrain') ? both('onDrain') : undefined,
    onClose: has('onClose') ? both('onClose') : undefined,
  };
}

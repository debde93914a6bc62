import type { AnyResource } from '../features/resources/definition/resource.ts';
import { FetchRequest } from '../core/server/fetch-request.ts';
import { NodeServer } from '../core/server/node-server.ts';
import { toWebResponse } from '../core/server/to-web-response.ts';
import { buildRouteTable } from '../core/routes/route-table.ts';
import { assemble } from './assembly.ts';
import type { Assembly, ProfilerMaker } from './assembly.ts';
import { checkConfig } from './check-config.ts';
import { validateProduction } from './check-production.ts';
import { HostConfigError } from '../core/configuration/config-issue.ts';
import { isProductionForced, profilerConfig, resolveMode } from './config.ts';
import type { Mode } from '../core/configuration/mode.ts';
import type { HostConfig } from './config.ts';
import type { HubPublisher } from '../features/hub/publisher.ts';
import { HostSecret } from './host-secret.ts';
import type { HostHub } from '../features/hub/host-hub.ts';
import { inspectHost } from './inspect-host.ts';
import { loadHub } from './feature-table.ts';
import { validateFeatures, validateReferences } from './features.ts';
import type { ListenOptions, Listening } from './listening.ts';
import { withTrustedOrigins } from './trusted-origins.ts';
import { unsharedState } from './unshared-state.ts';
import { warnRandomSecret } from './warn-random-secret.ts';
import { warnStrangers } from './warn-strangers.ts';

/** A host: answers web requests in memory, or listens on a socket. */
export interface Host<Resources = unknown> {
  readonly config: HostConfig;
  /** Carries the types of its resources to `client<typeof host>()`, and is never there. */
  readonly '~resources'?: Resources;
  /**
   * Answers a web `Request` without a socket. Rejects only with a HostConfigError, in production when `instances: 'many'` is
   * configured with anything that several machines would not share, and when `ORIEL_MODE` is `production` and a setting is
   * missing that production needs, as `listen` does.
   * @param info `peer`: the IP address of the client's connection, as the runtime reports it. When it is left out, the
   *   client is unknown and never trusted: `ip` is `'unknown'`, forwarding headers are ignored, the profiler stays closed
   *   and errors show no details
   */
  readonly fetch: (request: Request, info?: FetchInfo) => Promise<Response>;
  /**
   * Listens on a socket.
   * @throws {Error} when the port is taken, naming it and the fix
   * @throws {HostConfigError} when production needs a setting that development does without, such as `hub.publicUrl`
   */
  readonly listen: (options?: ListenOptions) => Promise<Listening>;
  /**
   * Puts the host together for a mode, once, as `fetch` and `listen` do; for tools that look inside.
   * @param listening as `listen` would have it, with the access log of a host that listens
   */
  readonly assembly: (mode?: Mode, listening?: boolean) => Assembly;
  /**
   * The same as `listen` would have it, profiler and all, but apart from what serves and without opening a file; for tools
   * that show it. Close it when you have looked.
   */
  readonly inspect: (mode?: Mode) => Promise<Assembly>;
  /** Takes updates for those who listen. @throws {TypeError} when the host has no hub */
  readonly hub: HubPublisher;
  /** Stops listening, after every request already begun was answered. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** What {@link Host.fetch} cannot read from a web `Request`. */
export interface FetchInfo {
  /** IP address of the client's connection. Never set it from a request header. */
  readonly peer?: string | undefined;
}

/**
 * Defines a host.
 *
 * @param given see {@link HostConfig}; everything has a default
 * @returns a host; `export default` it, and `oriel dev`, `oriel start`, Bun and Deno can serve it
 * @throws {HostConfigError} with everything that is wrong at once, each with its place and fix
 *
 * @example
 * ```ts
 * import { defineHost, route } from 'oriel';
 * const host = defineHost({ routes: [route('hello', 'GET /hello/{name}', { handle: ({ params }) => ({ hello: params.name }) })] });
 * const response = await host.fetch(new Request('http://localhost/hello/Ada'));
 * await response.json(); // => { hello: 'Ada' }
 * ```
 */
export function defineHost<const Resources extends readonly AnyResource[] = readonly []>(
  given: HostConfig<Resources>,
): Host<Resources> {
  const issues = checkConfig(given);
  if (!issues.some(({ place }) => FATAL.test(place))) issues.push(...validateFeatures(given));
  // Bun and Deno serve through fetch, where a host cannot be told from one in a test unless the mode is set.
  if (issues.length === 0 && isProductionForced()) issues.push(...validateProduction(given));
  if (issues.length === 0) issues.push(...validateReferences(given));
  const wrongTable = issues.some(({ place }) => place.startsWith('routes'))
    ? []
    : buildRouteTable(given.routes ?? []).issues;
  issues.push(...wrongTable);
  if (issues.length > 0) throw new HostConfigError(issues);

  const config = withTrustedOrigins(given);

  const assemblies = new Map<Mode, Assembly>();
  const secret = new HostSecret(config);
  // Whoever listens through one assembly hears what another publishes.
  let hub: HostHub | undefined;
  const hubOf = (): HostHub | undefined => (hub ??= config.hub && loadHub().createHub(config.hub, secret.derive));
  let profilers: ProfilerMaker | undefined;
  // A host that listens writes a line per request; one that only answers in memory is likely a test.
  const assembly = (wanted?: Mode, listening = false): Assembly => {
    const mode = resolveMode(wanted);
    const made = assemblies.get(mode);
    if (made && (made.listening || !listening)) return made;
    const fresh = assemble(config, mode, listening, profilers, secret, hubOf());
    assemblies.set(mode, fresh);
    return fresh;
  };

  // The profiler is loaded by hosts that have one, and by nobody else.
  const ready = async (wanted?: Mode, listening = false): Promise<Assembly> => {
    if (profilers === undefined && profilerConfig(config, resolveMode(wanted)))
      profilers = await import('../features/profiler/profiling.ts');
    const made = assembly(wanted, listening);
    made.hub?.start();
    await start(made);
    return made;
  };

  // Once for the host, and once for the features of each assembly.
  const starts = new Map<Assembly | typeof config, Promise<void>>();
  const startOnce = (key: Assembly | typeof config, run: () => void | Promise<void>): Promise<void> => {
    let started = starts.get(key);
    if (started === undefined) starts.set(key, (started = Promise.resolve(run())));
    return started;
  };
  const start = async (made: Assembly): Promise<void> => {
    if (config.onStart) await startOnce(config, config.onStart);
    if (made.hasStart) await startOnce(made, () => made.start());
  };

  const refuseUnshared = (mode: Mode): void => {
    const issues = unsharedState(config, mode, secret);
    if (issues.length > 0) throw new HostConfigError(issues);
  };

  const refuseUnfit = (): void => {
    const unfit = validateProduction(config);
    if (unfit.length > 0) throw new HostConfigError(unfit);
  };
  // ORIEL_MODE may be set after the host is defined, by a file that loads .env, for instance.
  let isChecked = isProductionForced();
  // Whether the warning about a random secret was due.
  let isWarned = false;
  const warnOnce = (application: Assembly): void => {
    if (isWarned) return;
    isWarned = true;
    warnRandomSecret(application, secret);
  };

  const running = new Set<Listening>();
  // Those of them that nobody has told to stop.
  const serving = new Set<Listening>();
  const stop = async (): Promise<void> => {
    for (const each of assemblies.values()) await each.close();
    assemblies.clear();
    starts.clear();
    hub?.close();
    hub = undefined;
    await config.onClose?.();
  };
  const close = async (): Promise<void> => {
    await Promise.all([...running].map((each) => each.close()));
    if (assemblies.size > 0 || hub !== undefined) await stop();
  };
  return Object.freeze({
    config,
    assembly,
    get hub() {
      const made = hubOf();
      if (made === undefined) throw new TypeError('This host has no hub: give defineHost({ hub: { secret } })');
      return made.publisher;
    },
    inspect: (mode?: Mode) => inspectHost(config, mode),
    async fetch(request: Request, info: FetchInfo = {}): Promise<Response> {
      if (config.instances === 'many') refuseUnshared(resolveMode());
      const isFirst = !isWarned && isProductionForced();
      if (isFirst && !isChecked) {
        refuseUnfit();
        isChecked = true;
      }
      const application = await ready();
      if (isFirst) warnOnce(application);
      const started = performance.now();
      const incoming = new FetchRequest(request, {
        // Bun and Deno call fetch with an object of their own as the second argument.
        peer: typeof info.peer === 'string' ? info.peer : undefined,
        proxies: config.proxies,
        limits: config.limits,
      });
      const context = await application.handle(incoming);
      return toWebResponse(context, {
        compression: config.compression,
        unsendable: (error) => application.onUnsendable?.(context, error),
        broken: (error) => {
          // A source that ends because its request was aborted did what it should.
          if (!request.signal.aborted) application.onBodyFailed?.(context, error);
        },
        sent:
          application.onSent &&
          ((bytes, aborted) =>
            application.onSent!(context, { bytes, aborted, milliseconds: performance.now() - started })),
      });
    },
    async listen(options: ListenOptions = {}): Promise<Listening> {
      const mode = resolveMode(options.mode);
      if (mode === 'production') refuseUnfit();
      refuseUnshared(mode);
      const application = await ready(mode, true);
      const { tls, http2, proxies, limits, compression } = config;
      const { host, port, graceMs = config.graceMs } = options;
      // While another goes on, the host is not about to stop; each server ends the streams that it serves.
      const draining = (): void => {
        serving.delete(listening);
        if (serving.size === 0) application.onDraining?.();
        else application.profiling?.drain();
      };
      const server = new NodeServer(
        { ...application, onDraining: draining },
        {
          ...{ tls, http2, proxies, limits, compression },
          ...{ host, port, graceMs },
        },
      );
      const address = await server.listen();
      application.hub?.embedded?.listenAt(address.url);
      if (application.mode === 'development') {
        warnStrangers(application, address);
        for (const { place, reason, fix } of validateProduction(config).filter(
          ({ code }) => code === 'ORIEL_ACCESS_PUBLIC',
        ))
          application.logger.logger.log(
            'warning',
            'server',
            `${place}: ${reason}. Production needs a statement: ${fix}`,
          );
      } else warnOnce(application);
      const listening: Listening = {
        ...address,
        mode: application.mode,
        server,
        async close(grace) {
          serving.delete(listening);
          if (serving.size === 0) await application.retire();
          const closed = await server.close(grace);
          if (running.delete(listening) && running.size === 0) await stop();
          return closed;
        },
      };
      running.add(listening);
      serving.add(listening);
      return listening;
    },
    close,
    [Symbol.asyncDispose]: close,
  });
}

// Issues of these settings keep the features from being found, so that they cannot check theirs.
const FATAL = /^(?:defineHost|plugins)/;

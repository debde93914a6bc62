import { HostConfigError } from '../core/configuration/config-issue.ts';
import type { Mode } from '../core/configuration/mode.ts';
import { FetchRequest } from '../core/server/fetch-request.ts';
import { NodeServer } from '../core/server/node-server.ts';
import { toWebResponse } from '../core/server/to-web-response.ts';
import type { HostHub } from '../features/hub/host-hub.ts';
import type { HubPublisher } from '../features/hub/publisher.ts';
import { assemble } from './assembly.ts';
import type { Assembly, ProfilerMaker } from './assembly.ts';
import { validateProduction } from './check-production.ts';
import { isProductionForced, profilerConfig, resolveMode } from './config.ts';
import type { HostConfig } from './config.ts';
import type { FetchInfo } from './define-host.ts';
import { loadHub } from './feature-table.ts';
import { HostSecret } from './host-secret.ts';
import { inspectHost } from './inspect-host.ts';
import type { ListenOptions, Listening } from './listening.ts';
import { findUnsharedState } from './unshared-state.ts';
import { warnRandomSecret } from './warn-random-secret.ts';
import { warnRemoteAccess } from './warn-remote-access.ts';

/** A host that runs: its assemblies by mode, the servers that listen, and what they share. */
export class HostRuntime {
  readonly #config: HostConfig;
  readonly #secret: HostSecret;
  readonly #assemblies = new Map<Mode, Assembly>();
  /** Promises of `onStart`: of the host, and of the features of each assembly. */
  readonly #starts = new Map<object, Promise<void>>();
  /** Servers that have not ended. */
  readonly #running = new Set<Listening>();
  /** Those of them that have not begun to stop. */
  readonly #serving = new Set<Listening>();
  // One hub for all assemblies, so that they share subscribers.
  #hub: HostHub | undefined = undefined;
  #profilers: ProfilerMaker | undefined = undefined;
  // ORIEL_MODE may be set after the host was defined, for example by a file that loads .env.
  #isProductionChecked = isProductionForced();
  #hasWarned = false;

  constructor(config: HostConfig) {
    this.#config = config;
    this.#secret = new HostSecret(config);
  }

  /** @throws {TypeError} when the host has no hub */
  get publisher(): HubPublisher {
    const hub = this.#createHub();
    if (hub === undefined) throw new TypeError('This host has no hub: give defineHost({ hub: { secret } })');
    return hub.publisher;
  }

  /** Returns the object graph of a mode. A host that listens writes an access log by default; one that only fetches does not. */
  assembly(wanted?: Mode, listening = false): Assembly {
    const mode = resolveMode(wanted);
    const existing = this.#assemblies.get(mode);
    if (existing && (existing.listening || !listening)) return existing;
    const created = assemble(this.#config, mode, listening, this.#profilers, this.#secret, this.#createHub());
    this.#assemblies.set(mode, created);
    return created;
  }

  inspect(mode?: Mode): Promise<Assembly> {
    return inspectHost(this.#config, mode);
  }

  async fetch(request: Request, info: FetchInfo = {}): Promise<Response> {
    const { instances, proxies, limits, compression } = this.#config;
    if (instances === 'many') this.#assertShared(resolveMode());
    const isFirst = !this.#hasWarned && isProductionForced();
    if (isFirst && !this.#isProductionChecked) {
      this.#assertProduction();
      this.#isProductionChecked = true;
    }
    const application = await this.#start();
    if (isFirst) this.#warnOnce(application);
    const started = performance.now();
    // Bun and Deno call fetch with an object of their own as the second argument.
    const peer = typeof info.peer === 'string' ? info.peer : undefined;
    const context = await application.handle(new FetchRequest(request, { peer, proxies, limits }));
    return toWebResponse(context, {
      compression,
      unsendable: (error) => application.onUnsendable?.(context, error),
      broken: (error) => {
        // A source that ends because its request was aborted has not failed.
        if (!request.signal.aborted) application.onBodyFailed?.(context, error);
      },
      sent:
        application.onSent &&
        ((bytes, aborted) =>
          application.onSent!(context, { bytes, aborted, milliseconds: performance.now() - started })),
    });
  }

  async listen(options: ListenOptions = {}): Promise<Listening> {
    const mode = resolveMode(options.mode);
    if (mode === 'production') this.#assertProduction();
    this.#assertShared(mode);
    const application = await this.#start(mode, true);
    const { tls, http2, proxies, limits, compression } = this.#config;
    const { host, port, graceMs = this.#config.graceMs } = options;
    // While another server goes on, the host does not stop; each server ends the streams that it serves.
    const onDraining = (): void => {
      this.#serving.delete(listening);
      if (this.#serving.size === 0) application.onDraining?.();
      else application.profiling?.drain();
    };
    const server = new NodeServer(
      { ...application, onDraining },
      { ...{ tls, http2, proxies, limits, compression }, ...{ host, port, graceMs } },
    );
    const address = await server.listen();
    application.hub?.embedded?.listenAt(address.url);
    this.#warn(application, address);
    const listening: Listening = {
      ...address,
      mode: application.mode,
      server,
      close: async (grace) => {
        this.#serving.delete(listening);
        if (this.#serving.size === 0) await application.retire();
        const closed = await server.close(grace);
        if (this.#running.delete(listening) && this.#running.size === 0) await this.#stop();
        return closed;
      },
    };
    this.#running.add(listening);
    this.#serving.add(listening);
    return listening;
  }

  /** Closes all servers, then what the host opened. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((each) => each.close()));
    if (this.#assemblies.size > 0 || this.#hub !== undefined) await this.#stop();
  }

  #createHub(): HostHub | undefined {
    const { hub } = this.#config;
    return (this.#hub ??= hub && loadHub().createHub(hub, this.#secret.derive));
  }

  // The profiler is loaded only by hosts that have one.
  async #start(wanted?: Mode, listening = false): Promise<Assembly> {
    if (this.#profilers === undefined && profilerConfig(this.#config, resolveMode(wanted)))
      this.#profilers = await import('../features/profiler/profiling.ts');
    const application = this.assembly(wanted, listening);
    application.hub?.start();
    const { onStart } = this.#config;
    if (onStart) await this.#startOnce(this.#config, onStart);
    if (application.hasStart) await this.#startOnce(application, () => application.start());
    return application;
  }

  #startOnce(key: object, run: () => void | Promise<void>): Promise<void> {
    let started = this.#starts.get(key);
    if (started === undefined) {
      started = Promise.resolve().then(run);
      this.#starts.set(key, started);
      // A start that failed is tried again with the next request.
      started.catch(() => this.#starts.delete(key));
    }
    return started;
  }

  async #stop(): Promise<void> {
    for (const each of this.#assemblies.values()) await each.close();
    this.#assemblies.clear();
    this.#starts.clear();
    this.#hub?.close();
    this.#hub = undefined;
    await this.#config.onClose?.();
  }

  #assertShared(mode: Mode): void {
    const issues = findUnsharedState(this.#config, mode, this.#secret);
    if (issues.length > 0) throw new HostConfigError(issues);
  }

  #assertProduction(): void {
    const issues = validateProduction(this.#config);
    if (issues.length > 0) throw new HostConfigError(issues);
  }

  #warn(application: Assembly, address: Pick<Listening, 'host' | 'url'>): void {
    if (application.mode !== 'development') return this.#warnOnce(application);
    warnRemoteAccess(application, address);
    const { logger } = application.logger;
    for (const { code, place, reason, fix } of validateProduction(this.#config))
      if (code === 'ORIEL_ACCESS_PUBLIC')
        logger.log('warning', 'server', `${place}: ${reason}. Production needs a statement: ${fix}`);
  }

  #warnOnce(application: Assembly): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    warnRandomSecret(application, this.#secret);
  }
}

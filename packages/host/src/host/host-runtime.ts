import { HostConfigError } from 'oriel-core/configuration';
import type { Mode } from '../configuration/host-environment.ts';
import { HttpContext, getMessage } from 'oriel-core/http';
import { createLogRedactor } from './log-redactor.ts';
import { NullTrace, claimRecording } from 'oriel-core/trace';
import type { Logger } from 'oriel-core/trace';
import { FetchRequest } from '../server/fetch-request.ts';
import type { FetchRequestOptions } from '../server/fetch-request.ts';
import { resolveLimits } from '../server/server-options.ts';
import { createTrustedProxies } from '../server/trusted-proxies.ts';
import type { PublishedChange } from '../features/resources/declare/live-definition.ts';
import type { HostHub } from '../features/hub/host-hub.ts';
import type { HubPublisher } from '../features/hub/publisher.ts';
import { assemble } from './assembly.ts';
import type { Assembly, ProfilerMaker } from './assembly.ts';
import { validateProduction } from './features.ts';
import { isProductionForced, profilerConfig, resolveMode } from './mode.ts';
import type { HostConfig } from './config.ts';
import type { FetchInfo } from './define-host.ts';
import { loadHub, loadState } from './feature-table.ts';
import type { OpenState } from './state/open-state.ts';
import { createHostLogger } from './host-logger.ts';
import { createHostLog, flushSink } from './host-log.ts';
import { HostSecret } from './host-secret.ts';
import { respondInProcess } from './in-process.ts';
import type { ListenOptions, Listening } from './listening.ts';
import { createNodeHandler } from './node-handler.ts';
import type { NodeHandler } from './node-handler.ts';
import { RunningServers } from './running-servers.ts';
import { findUnsharedState, warnRandomSecret, warnRemoteAccess } from './start-warnings.ts';

/** A running host: its assemblies by mode, its servers and their shared state. */
export class HostRuntime {
  readonly #config: HostConfig;
  readonly #secret: HostSecret;
  readonly #fetchOptions: FetchRequestOptions;
  readonly #assemblies = new Map<Mode, Assembly>();
  /** Promises of `onStart`: of the host, and of the features of each assembly. */
  readonly #starts = new Map<object, Promise<void>>();
  readonly #servers = new RunningServers(() => this.#stop());
  // One hub for all assemblies, so that they share subscribers.
  #hub: HostHub | undefined = undefined;
  #state: OpenState | undefined = undefined;
  #profilers: ProfilerMaker | undefined = undefined;
  #loading: Promise<void> | undefined = undefined;
  // ORIEL_MODE may be set after the host was defined, for example by a file that loads .env.
  #isProductionChecked = isProductionForced();
  #hasWarned = false;
  #node: NodeHandler | undefined = undefined;
  /** The logger until the host has started. */
  #earlyLogger: Logger | undefined = undefined;
  /** Writes to the log of the host, in the current request if there is one. */
  readonly log = createHostLog(() => this.#currentLogger());

  constructor(config: HostConfig) {
    this.#config = config;
    this.#secret = new HostSecret(config);
    this.#fetchOptions = { proxies: createTrustedProxies(config.proxies), limits: resolveLimits(config.limits) };
  }

  /** @throws {TypeError} when the host has no hub */
  get publisher(): HubPublisher {
    const hub = this.#createHub();
    if (hub === undefined) throw new TypeError('This host has no hub; configure defineHost({ hub: { secret } })');
    return hub.publisher;
  }

  /** Returns the object graph of a mode. A host that listens writes an access log by default; one that only fetches does not. */
  assembly(wanted?: Mode, listening = false): Assembly {
    const mode = resolveMode(wanted);
    const existing = this.#assemblies.get(mode);
    if (existing && (existing.listening || !listening)) return existing;
    const created = assemble(this.#shared(), mode, listening, this.#profilers, this.#secret, this.#createHub());
    this.#assemblies.set(mode, created);
    return created;
  }

  /** Creates the object graph of a host as for `listen`, but with profiles in memory, so that no file is written. */
  async inspect(wanted?: Mode): Promise<Assembly> {
    const mode = resolveMode(wanted);
    if (!profilerConfig(this.#config, mode)) return assemble(this.#config, mode, true);
    const [{ createProfiling }, { MemoryProfileStorage }] = await Promise.all([
      import('../features/profiler/profiling.ts'),
      import('oriel/recorder'),
    ]);
    return assemble(this.#config, mode, true, {
      createProfiling: (settings, ...rest) =>
        createProfiling({ ...settings, storage: new MemoryProfileStorage() }, ...rest),
    });
  }

  async fetch(request: Request, info: FetchInfo = {}): Promise<Response> {
    const { instances, compression } = this.#config;
    if (instances === 'many') this.#assertShared(resolveMode());
    const isFirst = !this.#hasWarned && isProductionForced();
    if (isFirst && !this.#isProductionChecked) {
      this.#assertProduction();
      this.#isProductionChecked = true;
    }
    const application = await this.#start();
    if (isFirst) this.#warnOnce(application);
    // Bun and Deno call fetch with an object of their own as the second argument.
    const peer = typeof info.peer === 'string' ? info.peer : undefined;
    const incoming = new FetchRequest(request, { ...this.#fetchOptions, peer });
    return (await respondInProcess(application, incoming, { compression: compression ?? true, signal: request.signal }))
      .response;
  }

  async listen(options: ListenOptions = {}): Promise<Listening> {
    const mode = resolveMode(options.mode);
    if (mode === 'production') this.#assertProduction();
    this.#assertShared(mode);
    const application = await this.#start(mode, true);
    const { host, port } = options;
    const running = this.#servers.create(application, { ...this.#config, host, port });
    const address = await running.server.listen();
    application.hub?.embedded?.listenAt(address.url);
    this.#warn(application, address);
    this.#servers.add(running);
    return { ...address, mode: application.mode, server: running.server, close: running.close };
  }

  /**
   * The handler for servers of other frameworks.
   * @throws {HostConfigError} when a setting is missing that production needs
   */
  get node(): NodeHandler {
    if (this.#node !== undefined) return this.#node;
    const mode = resolveMode();
    if (mode === 'production') this.#assertProduction();
    this.#assertShared(mode);
    const log = (message: string, details?: Readonly<Record<string, unknown>>): void =>
      this.#logger(mode).log('error', 'server', message, details);
    return (this.#node = createNodeHandler({
      start: async () => {
        const application = await this.#start(mode, true);
        this.#warnOnce(application);
        const { proxies, limits, compression, gracePeriod } = this.#config;
        const running = this.#servers.create(application, { proxies, limits, compression, gracePeriod }, true);
        this.#servers.add(running);
        return running.server;
      },
      onFailure: (exception) => log(`The host cannot start: ${getMessage(exception)}`, { exception }),
      onMisplaced: (mountPath, target) =>
        log(
          `host.node is mounted at "${mountPath}" and compares the whole path with its routes. None matches "${target.slice(0, 200)}", but one matches it without "${mountPath}": add "${mountPath}" to the path of the route, or mount host.node without a path`,
        ),
    }));
  }

  /** Publishes the change of an item. @throws {TypeError} (as a rejection) if the resource is unknown or not live */
  async publish(name: string, item: object, change: PublishedChange = 'changed'): Promise<void> {
    const { registry } = this.#current() ?? (await this.#load());
    if (registry === undefined) throw new TypeError(`This host has no resource "${name}"`);
    // Topics and data are written for a request. This one has no route, user or tenant.
    const context = new HttpContext(new FetchRequest(new Request('http://localhost/')), {}, NullTrace);
    await registry.publish(name, item, change, context);
  }

  /** Closes all servers, then what the host opened. */
  async close(): Promise<void> {
    await this.#servers.closeAll();
    if (this.#assemblies.size > 0 || this.#hub !== undefined) await this.#stop();
    else await this.#flush();
  }

  #createHub(): HostHub | undefined {
    const { hub } = this.#shared();
    return (this.#hub ??= hub && loadHub().createHub(hub, this.#secret.derive));
  }

  /** Returns the configuration with the shared storages of `state`. */
  #shared(): HostConfig {
    const { state } = this.#config;
    if (state === undefined) return this.#config;
    this.#state ??= loadState().openState({ ...this.#config, state }, (message) =>
      this.#currentLogger().log('warning', 'state', message),
    );
    return this.#state.config;
  }

  // The profiler is loaded only by hosts that have one.
  async #load(wanted?: Mode, listening = false): Promise<Assembly> {
    if (this.#profilers === undefined && profilerConfig(this.#config, resolveMode(wanted)))
      await (this.#loading ??= this.#loadProfilers());
    return this.assembly(wanted, listening);
  }

  async #start(wanted?: Mode, listening = false): Promise<Assembly> {
    const application = await this.#load(wanted, listening);
    const state = this.#state;
    if (state) await this.#startOnce(state, () => state.connect());
    application.hub?.start();
    const { onStart } = this.#config;
    if (onStart) await this.#startOnce(this.#config, onStart);
    if (application.hasStart) await this.#startOnce(application, () => application.start());
    return application;
  }

  async #loadProfilers(): Promise<void> {
    const problem = claimRecording();
    if (problem === undefined) this.#profilers = await import('../features/profiler/profiling.ts');
    else this.#currentLogger().log('warning', 'profiler', `Nothing is recorded: ${problem}`);
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
    for (const assembly of this.#assemblies.values()) await assembly.close();
    this.#assemblies.clear();
    this.#starts.clear();
    this.#hub?.close();
    this.#hub = undefined;
    try {
      await this.#config.onClose?.();
    } finally {
      await this.#state?.close();
      this.#state = undefined;
      await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    const { log } = this.#config;
    await flushSink(log === false ? undefined : log?.sink);
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
        logger.log('warning', 'server', `${place}: ${reason}. Required in production: ${fix}`);
  }

  #current(): Assembly | undefined {
    const all = [...this.#assemblies.values()];
    return all.findLast(({ listening }) => listening) ?? all.at(-1);
  }

  #currentLogger(): Logger {
    return this.#current()?.logger.logger ?? (this.#earlyLogger ??= this.#logger(resolveMode()));
  }

  // The logger of the object graph exists only after the host has started.
  #logger(mode: Mode): Logger {
    return createHostLogger(this.#config.log, mode, false, createLogRedactor(this.#config)).logger;
  }

  #warnOnce(application: Assembly): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    warnRandomSecret(application, this.#secret);
  }
}

import { HttpContext, ServiceUnavailableError, getMessage, parseTraceparent } from 'oriel-core/http';
import type { IncomingRequest } from 'oriel-core/http';
import { HostConfigError, withDefaults } from 'oriel-core/configuration';
import { createFallbackResponse } from 'oriel-core/error-pages';
import { message } from 'oriel-core/messages';
import { NullTrace, RequestTrace, runInTrace } from 'oriel-core/trace';
import type { Mode } from '../configuration/host-environment.ts';
import type { EventDispatcher } from '../events/dispatcher.ts';
import type { HostHub } from '../features/hub/host-hub.ts';
import type { Profiling } from '../features/profiler/profiling.ts';
import type { ResourceRegistry } from '../features/resources/build/resource-registry.ts';
import { HOST_HUB, IN_PROCESS, PROFILER_STATUS, RESOURCES } from '../features/service-keys.ts';
import type { RequestContext } from '../kernel/events.ts';
import { Kernel } from '../kernel/kernel.ts';
import { createSubRequest } from '../kernel/sub-request.ts';
import { logUnhandledErrors } from '../listeners/log-listener.ts';
import { buildCheckedTable } from '../routes/route-table.ts';
import { ResourceNotFoundError } from '../routing/routing-errors.ts';
import { RedirectableUrlMatcher } from '../routing/redirectable-url-matcher.ts';
import type { RouteCollection } from '../routing/route-collection.ts';
import { UrlGenerator } from '../routing/url-generator.ts';
import type { Application } from '../server/application.ts';
import { enterRequest, runAsRequest } from '../trace/current-request.ts';
import { LogTrace } from '../trace/log-trace.ts';
import type { HostConfig } from './config.ts';
import { createDispatcher } from './create-dispatcher.ts';
import type { Report } from './create-dispatcher.ts';
import { createListeners } from './create-listeners.ts';
import { loadHub } from './feature-table.ts';
import { createFeatures } from './features.ts';
import type { HostFeatures } from './features.ts';
import { createForwardingCheck, forwarded } from './forwarding.ts';
import { hintsFor } from './hints.ts';
import { createHostLogger } from './host-logger.ts';
import type { HostLogger } from './host-logger.ts';
import { HOST_LIMIT_SETTINGS } from './host-settings.ts';
import { HostSecret } from './host-secret.ts';
import { respondInProcess } from './in-process.ts';
import { createLogRedactor } from './log-redactor.ts';
import { profilerConfig } from './mode.ts';

/** The object graph of a host in one mode, created when the host starts. */
export interface Assembly extends Application {
  readonly mode: Mode;
  readonly routes: RouteCollection;
  readonly registry: ResourceRegistry | undefined;
  readonly dispatcher: EventDispatcher;
  readonly logger: HostLogger;
  readonly listening: boolean;
  readonly profiling: Profiling | undefined;
  /** Whether the path of a request has a route, for this or for other methods. */
  handles(incoming: IncomingRequest): boolean;
  readonly hub: HostHub | undefined;
  /** Reports that the host will stop, and waits until load balancers had time to notice. */
  retire(): Promise<void>;
  /** Whether any feature has an `onStart` function. */
  readonly hasStart: boolean;
  /** Calls `onStart` of the features. */
  start(): Promise<void>;
  /** Closes what it opened. */
  close(): Promise<void>;
}

/** The module that creates the profiler; loaded only by hosts that have one. */
export type ProfilerMaker = Pick<typeof import('../features/profiler/profiling.ts'), 'createProfiling'>;

/** Creates the object graph of a host, from top to bottom. */
export function assemble(
  config: HostConfig,
  mode: Mode,
  listening: boolean,
  profilers?: ProfilerMaker,
  secret = new HostSecret(config),
  hub: HostHub | undefined = config.hub && loadHub().createHub(config.hub, secret.derive),
): Assembly {
  const isDevelopment = mode === 'development';
  const redactor = createLogRedactor(config);
  const logger = createHostLogger(config.log, mode, listening, redactor);
  const isProfilerRoute = (route: { readonly data?: unknown }): boolean => profiling?.isOwn(route) === true;
  const features = createFeatures(config, {
    mode,
    isListening: listening,
    logger: logger.logger,
    deriveKeys: secret.derive,
    isProfilerRoute,
    provided: [
      [IN_PROCESS, (incoming: IncomingRequest) => respondInProcess(application, incoming)],
      [PROFILER_STATUS, () => profiling?.status()],
      ...(hub === undefined ? [] : [[HOST_HUB, hub] as const]),
    ],
  });
  const profiling = createProfiling(config, { mode, listening, profilers, logger, secret, features });
  const routes = createRoutes(config, features, profiling);
  const matcher = new RedirectableUrlMatcher(routes);
  const parts = { routes, matcher, features, profiling, logger, redactor, isDevelopment, isProfilerRoute };
  const { listeners, recorder } = createListeners(config, parts);
  const report: Report = (context, errors) => logUnhandledErrors(logger.logger, context, errors);
  const traceable = isDevelopment || profiling !== undefined;
  const dispatcher = createDispatcher(listeners, routes, { traceable, report });
  const kernel = createKernel(config, { routes, dispatcher, logger, report });
  const checkForwarding = createForwardingCheck(config.proxies, logger.logger);

  const application: Assembly = {
    mode,
    routes,
    registry: features.find(RESOURCES),
    dispatcher,
    logger,
    listening,
    profiling,
    isRecorded: profiling !== undefined,
    hub,
    ...createLifecycle(features, { profiling, hub, logger }),
    ...createHandlers({ features, matcher, dispatcher, kernel, checkForwarding, recorder, isDevelopment }),
    ...createReports(dispatcher, kernel, logger),
  };
  return application;
}

interface ProfilingParts extends Pick<Assembly, 'mode' | 'listening' | 'logger'> {
  readonly profilers: ProfilerMaker | undefined;
  readonly secret: HostSecret;
  readonly features: HostFeatures;
}

function createProfiling(config: HostConfig, parts: ProfilingParts): Profiling | undefined {
  const { mode, listening, profilers, logger, secret, features } = parts;
  const settings = profilerConfig(config, mode);
  return (
    settings &&
    profilers?.createProfiling(settings, config, {
      mode,
      listening,
      logger: logger.logger,
      deriveKeys: secret.derive,
      hints: hintsFor,
      collectors: features.parts.flatMap(({ collectors = [] }) => collectors),
      panels: features.parts.flatMap(({ panels = [] }) => panels),
      findings: features.parts.flatMap(({ findings = [] }) => findings),
    })
  );
}

/** @throws {HostConfigError} with all issues of the routes */
function createRoutes(config: HostConfig, features: HostFeatures, profiling: Profiling | undefined): RouteCollection {
  const { routes, issues } = buildCheckedTable([
    ...(config.routes ?? []),
    ...features.routes,
    ...(profiling?.routes ?? []),
  ]);
  if (issues.length > 0) throw new HostConfigError(issues);
  return routes;
}

interface KernelParts extends Pick<Assembly, 'routes' | 'dispatcher' | 'logger'> {
  readonly report: Report;
}

function createKernel({ limits = {} }: HostConfig, { routes, dispatcher, logger, report }: KernelParts): Kernel {
  const urls = new UrlGenerator(routes);
  const kernel: Kernel = new Kernel({
    dispatcher,
    services: {
      forward: async (context, target, body) =>
        forwarded(createSubRequest(context, target, body), (sub) => kernel.handle(sub)),
      urlFor: (context, name, params, absolute) =>
        urls.generate(name, params, { reference: absolute ? 'absolute-url' : 'absolute-path', context }),
      log: (context, level, text, details) => {
        if (logger.logger.wants(level, context.trace)) logger.logger.log(level, 'app', text, details, context);
      },
    },
    lastResort: (_context, error) => createFallbackResponse(error),
    report,
    timeLimit: withDefaults(HOST_LIMIT_SETTINGS, limits).time,
    timeUp: (context) =>
      new ServiceUnavailableError(message('request.handler-timeout', { method: context.method, path: context.path }), {
        type: '/problems/time-limit',
        headers: { 'Retry-After': '1' },
      }),
  });
  return kernel;
}

interface HandlerParts extends Pick<Assembly, 'dispatcher'> {
  readonly features: HostFeatures;
  readonly matcher: RedirectableUrlMatcher;
  readonly kernel: Kernel;
  readonly checkForwarding: ReturnType<typeof createForwardingCheck>;
  readonly recorder: ReturnType<typeof createListeners>['recorder'];
  readonly isDevelopment: boolean;
}

function createHandlers(parts: HandlerParts): Pick<Assembly, 'handles' | 'handle'> {
  const { features, matcher, dispatcher, kernel, checkForwarding, recorder, isDevelopment } = parts;
  const plan = dispatcher.fold();
  const respond = (context: RequestContext): RequestContext | Promise<RequestContext> => kernel.answer(context);
  const answer = (context: RequestContext): RequestContext | Promise<RequestContext> => runAsRequest(context, respond);
  return {
    handles(incoming: IncomingRequest): boolean {
      const found = matcher.search(new HttpContext(incoming, plan, NullTrace));
      const isFound = typeof found !== 'string' && !(found instanceof ResourceNotFoundError);
      return isFound || features.answers(incoming);
    },
    handle(incoming: IncomingRequest, isOutermost = false): HttpContext | Promise<HttpContext> {
      const answered = features.answer?.(incoming);
      if (answered !== undefined) return answered;
      checkForwarding(incoming);
      if (recorder?.traces(incoming) === true) {
        const trace = new RequestTrace(undefined, parseTraceparent(incoming.headers.get('traceparent')));
        const context: RequestContext = new HttpContext(incoming, plan, trace);
        recorder.profiler.watch(context);
        return runInTrace(trace, () => answer(context));
      }
      // The error page of development shows log records.
      const context: RequestContext = new HttpContext(incoming, plan, isDevelopment ? new LogTrace() : NullTrace);
      if (!isOutermost) return answer(context);
      enterRequest(context);
      return respond(context);
    },
  };
}

/** Creates the functions that the server calls when a response was sent, or could not be. */
function createReports(
  dispatcher: Assembly['dispatcher'],
  kernel: Kernel,
  { logger }: HostLogger,
): Pick<Assembly, 'onSent' | 'onBodyFailed' | 'onUnsendable' | 'onRejected'> {
  const logUnsent = (reason: string, context: HttpContext, exception: unknown): void => {
    const details = { exception, method: context.method, url: context.url };
    logger.log('critical', 'request', `${reason}: ${getMessage(exception)}`, details, context as RequestContext);
  };
  return {
    onSent:
      dispatcher.listeners('kernel.terminate').length === 0
        ? undefined
        : (context, delivery) =>
            void runAsRequest(context as RequestContext, () =>
              kernel.terminate(context as RequestContext, context.response!, delivery),
            ),
    onBodyFailed: (context, exception) => logUnsent('The response body failed', context, exception),
    onUnsendable: (context, exception) => logUnsent('The response cannot be sent', context, exception),
    onRejected({ status, problem, ip, reason }) {
      const text = `Rejected before routing: ${status} ${problem.title} (${reason})`;
      logger.log('warning', 'server', text, { ip, status, reason, detail: problem.detail });
    },
  };
}

/** Creates the functions that start and stop the features of a host, its profiler and its hub. */
function createLifecycle(
  { parts }: HostFeatures,
  { profiling, hub, logger }: Pick<Assembly, 'profiling' | 'hub' | 'logger'>,
): Pick<Assembly, 'hasStart' | 'start' | 'retire' | 'onDraining' | 'close'> {
  // An error of one plugin must not prevent the others, or the host, from stopping.
  const tryCall = async (name: 'onDrain' | 'onClose', call: (() => unknown) | undefined): Promise<void> => {
    try {
      await call?.();
    } catch (exception) {
      logger.logger.log('error', 'server', `${name} of a plugin failed: ${getMessage(exception)}`, { exception });
    }
  };
  let drained: Promise<unknown> | undefined;
  const drain = (): Promise<unknown> =>
    (drained ??= Promise.all(parts.map(({ onDrain }) => tryCall('onDrain', onDrain))));
  return {
    hasStart: parts.some(({ onStart }) => onStart !== undefined),
    async start() {
      for (const { onStart } of parts) await onStart?.();
    },
    async retire() {
      await drain();
    },
    onDraining() {
      profiling?.drain();
      void drain();
      for (const { endStreams } of parts) endStreams?.();
    },
    async close() {
      await profiling?.close();
      hub?.close();
      for (const { onClose } of parts) await tryCall('onClose', onClose);
    },
  };
}

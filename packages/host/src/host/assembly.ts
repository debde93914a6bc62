import { parseTraceparent, HttpContext, ServiceUnavailableError, messageOf } from 'oriel-core/http';
import type { ResourceRegistry } from '../features/resources/build/resource-registry.ts';
import { ErrorRenderer, createFallbackResponse } from 'oriel-core/error-pages';
import type { EventDispatcher } from '../events/dispatcher.ts';
import type { TraceableDispatcher } from '../events/traceable-dispatcher.ts';
import type { IncomingRequest } from 'oriel-core/http';
import { HandlerArgumentResolver, routeControllerResolver } from '../kernel/resolvers.ts';
import { Kernel } from '../kernel/kernel.ts';
import { createSubRequest } from '../kernel/sub-request.ts';
import type { RequestContext } from '../kernel/events.ts';
import { AccessLogListener } from '../listeners/access-log-listener.ts';
import { ErrorListener } from '../listeners/error-listener.ts';
import { HeadersListener } from '../listeners/headers-listener.ts';
import { HostListener } from '../listeners/host-listener.ts';
import { LogListener, logUnhandledErrors } from '../listeners/log-listener.ts';
import { PayloadListener } from '../listeners/payload-listener.ts';
import { QueryParameterListener } from '../listeners/query-parameter-listener.ts';
import { RespondListener } from '../listeners/respond-listener.ts';
import { RouterListener } from '../listeners/router-listener.ts';
import { createOutputReport } from '../listeners/report-output.ts';
import { SerializeListener } from '../listeners/serialize-listener.ts';
import { profileLinks } from '../listeners/profile-link.ts';
import { RedirectableUrlMatcher } from '../routing/redirectable-url-matcher.ts';
import { ResourceNotFoundError } from '../routing/errors.ts';
import { UrlGenerator } from '../routing/url-generator.ts';
import type { Route } from '../routing/route.ts';
import type { RouteCollection } from '../routing/route-collection.ts';
import type { Application } from '../server/application.ts';
import { LogTrace } from '../trace/log-trace.ts';
import { NullTrace, RequestTrace, runInTrace } from 'oriel-core/trace';
import { enterRequest, runAsRequest } from '../trace/current-request.ts';
import { HOST_LIMIT_SETTINGS } from './host-settings.ts';
import { profilerConfig } from './mode.ts';
import { HostConfigError, withDefaults } from 'oriel-core/configuration';
import type { Mode } from '../configuration/host-environment.ts';
import type { HostConfig } from './config.ts';
import { createDispatcher } from './create-dispatcher.ts';
import type { Report } from './create-dispatcher.ts';
import { respondInProcess } from './in-process.ts';
import { CONCEALMENT, HOST_HUB, CATALOGUE, IN_PROCESS, PROFILER_STATUS, RESOURCES } from '../features/service-keys.ts';
import { createFeatures } from './features.ts';
import { forwarded, UntrustedForwarding } from './forwarding.ts';
import { hintsFor } from './hints.ts';
import { HostSecret } from './host-secret.ts';
import type { HostHub } from '../features/hub/host-hub.ts';
import { createHostLogger } from './host-logger.ts';
import type { HostLogger } from './host-logger.ts';
import { loadHub } from './feature-table.ts';
import { pipeline } from './pipeline.ts';
import type { Profiling } from '../features/profiler/profiling.ts';
import { createLogRedactor } from './log-redactor.ts';
import { buildCheckedTable } from '../routes/route-table.ts';
import { message } from 'oriel-core/messages';

/** The object graph of a host in one mode, created when the host starts. */
export interface Assembly extends Application {
  readonly mode: Mode;
  readonly routes: RouteCollection;
  /** The resources, if the host has any. */
  readonly registry: ResourceRegistry | undefined;
  readonly dispatcher: EventDispatcher | TraceableDispatcher;
  readonly logger: HostLogger;
  readonly listening: boolean;
  readonly profiling: Profiling | undefined;
  /** Whether the path of a request has a route, for this or for other methods. */
  handles(incoming: IncomingRequest): boolean;
  /** The hub, if the host has one. */
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
  const development = mode === 'development';
  const redactor = createLogRedactor(config);
  const logger = createHostLogger(config.log, mode, listening, redactor);
  const settings = profilerConfig(config, mode);
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
  const profiling =
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
    });
  const recording = profiling !== undefined;
  const { routes, issues } = buildCheckedTable([
    ...(config.routes ?? []),
    ...features.routes,
    ...(profiling?.routes ?? []),
  ]);
  if (issues.length > 0) throw new HostConfigError(issues);
  const own = [...routes].filter((route) => !isProfilerRoute(route));
  const policy = { ...config.hosts, loopbackOnly: development };
  const link = profileLinks(policy);
  const recorder = profiling?.record(routes, link);
  const matcher = new RedirectableUrlMatcher(routes);
  const urls = new UrlGenerator(routes);
  const renderer = new ErrorRenderer({ reveal: development });

  const listeners = pipeline(
    {
      host: new HostListener(policy),
      router: new RouterListener(matcher, logger.logger, methodsOf(own), development, features.find(CONCEALMENT)),
      queryParameter: new QueryParameterListener(config.query !== 'lenient'),
      payload: new PayloadListener(),
      ...features.subscribers,
      serialize: new SerializeListener(createOutputReport(development, logger.logger)),
      respond: new RespondListener(),
      headers: new HeadersListener(config.requestId !== false),
      log: new LogListener(logger.logger),
      error: new ErrorListener(renderer, {
        hints: (context, error) => hintsFor(own, context, error, profiling !== undefined),
        link,
        catalogueFor: features.find(CATALOGUE),
        conceal: recorder && ((view, context, error) => recorder.errors.conceal(view, context, error)),
      }),
      ...(recorder ? { profiler: recorder.listener } : {}),
      ...(recorder?.keyListener ? { profilerKey: recorder.keyListener } : {}),
      ...(logger.access
        ? {
            accessLog: new AccessLogListener(
              logger.access,
              ({ route }) => route !== undefined && isProfilerRoute(route),
              link,
              redactor,
            ),
          }
        : {}),
    },
    [...features.listeners, ...(config.listeners ?? []).flat()],
  );

  const report: Report = (context, errors) => logUnhandledErrors(logger.logger, context, errors);
  const dispatcher = createDispatcher(listeners, routes, { traceable: development || recording, report });
  const fullPlan = dispatcher.fold();

  const kernel: Kernel = new Kernel({
    dispatcher,
    controllers: routeControllerResolver,
    arguments: new HandlerArgumentResolver({
      forward: async (context, target, body) =>
        forwarded(createSubRequest(context, target, body), (sub) => kernel.handle(sub)),
      urlFor: (context, name, params, absolute) =>
        urls.generate(name, params, { reference: absolute ? 'absolute-url' : 'absolute-path', context }),
      log: (context, level, message, details) => {
        if (logger.logger.wants(level, context.trace)) logger.logger.log(level, 'app', message, details, context);
      },
    }),
    lastResort: (_context, error) => createFallbackResponse(error),
    report,
    timeLimit: withDefaults(HOST_LIMIT_SETTINGS, config.limits ?? {}).time,
    timeUp: (context) =>
      new ServiceUnavailableError(message('request.handler-timeout', { method: context.method, path: context.path }), {
        type: '/problems/time-limit',
        headers: { 'Retry-After': '1' },
      }),
  });

  let drained: Promise<unknown> | undefined;
  const logFailure =
    (name: string) =>
    (exception: unknown): void =>
      logger.logger.log('error', 'server', `${name} failed: ${messageOf(exception)}`, { exception });
  const logUnsent = (reason: string, context: HttpContext, exception: unknown): void => {
    const details = { exception, method: context.method, url: context.url };
    logger.logger.log('critical', 'request', `${reason}: ${messageOf(exception)}`, details, context as RequestContext);
  };
  // An error of one plugin must not prevent the others, or the host, from stopping.
  const drain = (): Promise<unknown> =>
    (drained ??= Promise.all(
      features.parts.map(async ({ onDrain }) => {
        try {
          await onDrain?.();
        } catch (error) {
          logFailure('onDrain of a plugin')(error);
        }
      }),
    ));
  const forwarding = new UntrustedForwarding(config.proxies, logger.logger);
  const respond = (context: RequestContext): RequestContext | Promise<RequestContext> => kernel.answer(context);
  const answer = (context: RequestContext): RequestContext | Promise<RequestContext> => runAsRequest(context, respond);

  const application: Assembly = {
    mode,
    routes,
    registry: features.find(RESOURCES),
    dispatcher,
    logger,
    listening,
    profiling,
    isRecorded: recording,
    hub,
    hasStart: features.parts.some(({ onStart }) => onStart !== undefined),
    async start() {
      for (const { onStart } of features.parts) await onStart?.();
    },
    async retire() {
      await drain();
    },
    onDraining() {
      profiling?.drain();
      void drain();
      for (const { endStreams } of features.parts) endStreams?.();
    },
    async close() {
      await profiling?.close();
      hub?.close();
      for (const { onClose } of features.parts)
        try {
          await onClose?.();
        } catch (error) {
          logFailure('onClose of a plugin')(error);
        }
    },
    handles(incoming: IncomingRequest): boolean {
      const found = matcher.search(new HttpContext(incoming, fullPlan, NullTrace));
      const isFound = typeof found !== 'string' && !(found instanceof ResourceNotFoundError);
      return isFound || features.answers(incoming);
    },
    handle(incoming: IncomingRequest, isOutermost = false): HttpContext | Promise<HttpContext> {
      const answered = features.answer?.(incoming);
      if (answered !== undefined) return answered;
      forwarding.check(incoming);
      const traced = recorder?.traces(incoming) === true;
      // The error page of development shows log records; the profiler shows everything.
      const trace = traced
        ? new RequestTrace(undefined, parseTraceparent(incoming.headers.get('traceparent')))
        : development
          ? new LogTrace()
          : NullTrace;
      const context: RequestContext = new HttpContext(incoming, fullPlan, trace);
      if (traced) recorder?.profiler.watch(context);
      if (traced) return runInTrace(trace, () => answer(context));
      if (!isOutermost) return answer(context);
      enterRequest(context);
      return respond(context);
    },
    onSent:
      dispatcher.listeners('kernel.terminate').length === 0
        ? undefined
        : (context, delivery) =>
            void runAsRequest(context as RequestContext, () =>
              kernel.terminate(context as RequestContext, context.response!, delivery),
            ),
    onBodyFailed: (context, exception) => logUnsent('The response body failed', context, exception),
    onUnsendable: (context, exception) => logUnsent('The response cannot be sent', context, exception),
    onRejected: ({ status, problem, ip, reason }) =>
      logger.logger.log('warning', 'server', `Rejected before routing: ${status} ${problem.title} (${reason})`, {
        ip,
        status,
        reason,
        detail: problem.detail,
      }),
  };
  return application;
}

function methodsOf(routes: readonly Route[]): readonly string[] {
  return [...new Set(routes.flatMap((route) => route.methods))];
}

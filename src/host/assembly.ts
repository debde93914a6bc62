import type { ResourceRegistry } from '../api/index.ts';
import { ErrorRenderer, lastResort } from '../errors/index.ts';
import type { Listener } from '../events/index.ts';
import { EventDispatcher, TraceableDispatcher, assertSharedStart } from '../events/index.ts';
import { HttpContext, ServiceUnavailableError, messageOf } from '../http/index.ts';
import type { IncomingRequest } from '../http/index.ts';
import {
  HandlerArgumentResolver,
  Kernel,
  changeObserver,
  createSubRequest,
  routeControllerResolver,
} from '../kernel/index.ts';
import type { RequestContext, TerminateEvent } from '../kernel/index.ts';
import {
  AccessLogListener,
  ErrorListener,
  HeadersListener,
  HostListener,
  LogListener,
  PayloadListener,
  QueryParameterListener,
  RespondListener,
  RouterListener,
  SerializeListener,
  profileLinks,
  reportUnheard,
} from '../listeners/index.ts';
import { RedirectableUrlMatcher, UrlGenerator } from '../routing/index.ts';
import type { Route, RouteCollection } from '../routing/index.ts';
import type { Application } from '../server/index.ts';
import { LogTrace, NullTrace, RequestTrace, runInTrace } from '../trace/index.ts';
import type { Trace } from '../trace/index.ts';
import { DEFAULT_TIME_LIMIT, profilerConfig } from './config.ts';
import type { HostConfig, Mode } from './config.ts';
import { forwarded } from './forwarding.ts';
import { ForwardingStrangers } from './forwarding-strangers.ts';
import { hintsFor } from './hints.ts';
import type { HostHub } from './hub.ts';
import { createHostLogger } from './host-logger.ts';
import type { HostLogger } from './host-logger.ts';
import { isHardened } from './is-hardened.ts';
import { loadFeature } from './load-feature.ts';
import { needsCsrf } from './needs-csrf.ts';
import { pipeline } from './pipeline.ts';
import type { Profiling } from './profiling.ts';
import type { RouteDeclaration } from './route.ts';
import { buildRouteTable, dataOf } from './route-table.ts';
import { saysWhoMay } from './says-who-may.ts';

/** A host put together for one mode: everything that is made once, when it starts. */
export interface Assembly extends Application {
  readonly mode: Mode;
  readonly routes: RouteCollection;
  /** The resources, when the host has any. */
  readonly registry: ResourceRegistry | undefined;
  readonly dispatcher: EventDispatcher | TraceableDispatcher;
  readonly logger: HostLogger;
  readonly listening: boolean;
  readonly profiling: Profiling | undefined;
  /** The hub, when the host has one. */
  readonly hub: HostHub | undefined;
  /** Says that it will stop, and waits until those who watch over it had time to notice. */
  retire(): Promise<void>;
  /** Lets go of what it opened. */
  close(): void;
}

/** What makes the profiler; loaded only by hosts that have one. */
export type ProfilerMaker = Pick<typeof import('./profiling.ts'), 'createProfiling'>;

/** The object graph, by hand, top to bottom. */
export function assemble(
  config: HostConfig,
  mode: Mode,
  listening: boolean,
  profilers?: ProfilerMaker,
  hub: HostHub | undefined = config.hub && loadFeature('hub').createHub(config.hub),
): Assembly {
  const development = mode === 'development';
  const logger = createHostLogger(config.log, mode, listening);
  const settings = profilerConfig(config, mode);
  const profiling = settings && profilers?.createProfiling(settings, config, mode, logger.logger, listening);
  const recording = profiling !== undefined;
  const locales = config.locales && loadFeature('locales').createLocales(config.locales);
  const resources =
    config.resources && loadFeature('resources').createResources(config.resources, config, locales?.words);
  // The hub asks for tokens of its own.
  const isHubs = (data: unknown): boolean =>
    hub?.routes.includes((data as { readonly declaration: RouteDeclaration }).declaration) === true;
  const security =
    config.security &&
    loadFeature('security').createSecurity(
      config.security,
      config,
      (route) => profiling?.isOwn(route) === true || isHubs(route.data),
      listening && !development,
    );
  // The pages of the profiler are guarded by its key, and what leads in is open to whoever has not come in yet.
  const guardsItself = (data: unknown): boolean =>
    profiling?.isOwn({ data }) === true ||
    isHubs(data) ||
    security?.routes.includes((data as { readonly declaration: RouteDeclaration }).declaration) === true;
  const access = saysWhoMay(config, resources)
    ? loadFeature('access').createAccess(config, resources?.grants, guardsItself)
    : undefined;
  const limits =
    config.rateLimits &&
    loadFeature('limits').createLimits(config.rateLimits, logger.logger, (route) => profiling?.isOwn(route) === true);
  const { routes } = buildRouteTable([
    ...(config.routes ?? []),
    ...(resources?.routes ?? []),
    ...(security?.routes ?? []),
    ...(hub?.routes ?? []),
    ...(profiling?.routes ?? []),
  ]);
  const own = [...routes].filter((route) => profiling?.isOwn(route) !== true);
  const policy = { ...config.hosts, loopbackOnly: development };
  const link = profileLinks(policy);
  const recorder = profiling?.record(routes, link);
  const matcher = new RedirectableUrlMatcher(routes);
  const urls = new UrlGenerator(routes);
  const renderer = new ErrorRenderer({ reveal: development, conceal: profiling?.conceal });

  const listeners = pipeline(
    {
      host: new HostListener(policy),
      ...((development || isHardened(config)) && loadFeature('hardening').createHardening(config, mode)),
      ...(config.cors && loadFeature('cors').createCors(config.cors).listeners),
      router: new RouterListener(matcher, logger.logger, methodsOf(own), development),
      queryParameter: new QueryParameterListener(config.query !== 'lenient'),
      payload: new PayloadListener(),
      ...resources?.listeners,
      ...(hub && resources?.live && loadFeature('live').createLive(resources.registry, config, hub, logger.logger)),
      ...security?.listeners,
      ...locales?.listeners,
      ...limits,
      ...(needsCsrf(config) ? loadFeature('csrf').createCsrf(config) : {}),
      ...(config.sessions && loadFeature('sessions').createSessions(config.sessions, mode, logger.logger)),
      ...access?.listeners,
      serialize: new SerializeListener(),
      respond: new RespondListener(),
      ...(config.requestId === false ? {} : { headers: new HeadersListener() }),
      log: new LogListener(logger.logger),
      error: new ErrorListener(renderer, (context, error) => hintsFor(own, context, error), link, locales?.words),
      ...(recorder ? { profiler: recorder.listener } : {}),
      ...(logger.access
        ? {
            accessLog: new AccessLogListener(
              logger.access,
              ({ route }) => route !== undefined && profiling?.isOwn(route) === true,
              link,
            ),
          }
        : {}),
    },
    (config.listeners ?? []).flat(),
  );

  const dispatcher =
    development || recording ? new TraceableDispatcher(recorderOf, changeObserver) : new EventDispatcher();
  const report = (context: RequestContext, errors: readonly unknown[]): void =>
    reportUnheard(logger.logger, context, errors);
  for (const listener of listeners)
    dispatcher.add(listener.event === 'kernel.terminate' ? guarded(listener, report) : listener);
  dispatcher.freeze();
  assertSharedStart(dispatcher.listeners('kernel.request'), 'RouterListener');
  const everybody = dispatcher.fold();
  foldPerRoute(routes, dispatcher);

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
    lastResort: (_context, error) => lastResort(error),
    report,
    timeLimit: config.limits?.time ?? DEFAULT_TIME_LIMIT,
    timeUp: (context) =>
      new ServiceUnavailableError(`No answer to ${context.method} ${context.path} in time`, {
        type: '/problems/time-limit',
      }),
  });

  const health = config.health
    ? loadFeature('health').createHealth(config.health, logger.logger, development)
    : undefined;
  const strangers = new ForwardingStrangers(config.proxies, logger.logger);
  // Whether recorded or not, errors were thrown in the same place.
  const answer = (context: RequestContext): RequestContext | Promise<RequestContext> => kernel.answer(context);

  return {
    mode,
    routes,
    registry: resources?.registry,
    dispatcher,
    logger,
    listening,
    profiling,
    hub,
    async retire() {
      if (health === undefined) return;
      health.drain();
      if (health.delay > 0) await new Promise((resolve) => setTimeout(resolve, health.delay));
    },
    draining() {
      health?.drain();
      profiling?.drain();
      hub?.drain();
    },
    close() {
      profiling?.close();
      hub?.close();
    },
    handle(incoming: IncomingRequest): HttpContext | Promise<HttpContext> {
      const asked = health?.answer(incoming);
      if (asked !== undefined) return asked;
      strangers.look(incoming);
      const traced = recorder?.traces(incoming) === true;
      // What was logged the error page of development shows; all else is for the profiler.
      const trace = traced ? new RequestTrace() : development ? new LogTrace() : NullTrace;
      const context: RequestContext = new HttpContext(incoming, everybody, trace);
      if (traced) recorder?.profiler.watch(context);
      return traced ? runInTrace(trace, () => answer(context)) : answer(context);
    },
    sent:
      dispatcher.listeners('kernel.terminate').length === 0
        ? undefined
        : (context, delivery) => void kernel.terminate(context as RequestContext, context.response!, delivery),
    broken: (context, exception) =>
      logger.logger.log(
        'critical',
        'request',
        `The body of the answer broke off: ${messageOf(exception)}`,
        { exception, method: context.method, url: context.url },
        context as RequestContext,
      ),
    refused: ({ status, problem, ip, reason }) =>
      logger.logger.log(
        'warning',
        'server',
        `Refused before it became a request: ${status} ${problem.title} (${reason})`,
        { ip, status, reason, detail: problem.detail },
      ),
  };
}

function recorderOf(holder: object): Trace | undefined {
  const { trace } = holder as RequestContext;
  return trace.recording ? trace : undefined;
}

// After the last byte everybody gets their turn: one that fails is reported, and the next is called.
function guarded(
  listener: Listener<never>,
  report: (context: RequestContext, errors: readonly unknown[]) => void,
): Listener<never> {
  const handle = listener.handle as (event: TerminateEvent) => void | PromiseLike<void>;
  return {
    ...listener,
    handle: async (event: TerminateEvent) => {
      try {
        await handle(event);
      } catch (error) {
        report(event.context, [error]);
      }
    },
  };
}

function methodsOf(routes: readonly Route[]): readonly string[] {
  return [...new Set(routes.flatMap((route) => route.methods))];
}

function foldPerRoute(routes: RouteCollection, dispatcher: EventDispatcher | TraceableDispatcher): void {
  for (const route of routes) {
    const data = dataOf(route);
    data.plan = dispatcher.fold(data);
  }
}

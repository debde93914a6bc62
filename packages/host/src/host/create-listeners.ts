import { ErrorRenderer } from 'oriel-core/error-pages';
import { CATALOGUE, CONCEALMENT } from '../features/service-keys.ts';
import type { RequestContext } from '../kernel/events.ts';
import { AccessLogListener } from '../listeners/access-log-listener.ts';
import { ErrorListener } from '../listeners/error-listener.ts';
import { HeadersListener } from '../listeners/headers-listener.ts';
import { HostListener } from '../listeners/host-listener.ts';
import { LogListener } from '../listeners/log-listener.ts';
import { PayloadListener } from '../listeners/payload-listener.ts';
import { profileLinks } from '../listeners/profile-link.ts';
import { QueryParameterListener } from '../listeners/query-parameter-listener.ts';
import { createOutputReport } from '../listeners/report-output.ts';
import { RespondListener } from '../listeners/respond-listener.ts';
import { RouterListener } from '../listeners/router-listener.ts';
import { SerializeListener } from '../listeners/serialize-listener.ts';
import type { RedirectableUrlMatcher } from '../routing/redirectable-url-matcher.ts';
import type { Route } from '../routing/route-definition.ts';
import type { Assembly } from './assembly.ts';
import type { HostConfig } from './config.ts';
import type { HostFeatures } from './features.ts';
import { hintsFor } from './hints.ts';
import type { createLogRedactor } from './log-redactor.ts';
import { pipeline } from './pipeline.ts';

/** What the listeners of a host need. */
export interface ListenerParts extends Pick<Assembly, 'routes' | 'profiling' | 'logger'> {
  readonly matcher: RedirectableUrlMatcher;
  readonly features: HostFeatures;
  readonly redactor: ReturnType<typeof createLogRedactor>;
  readonly isDevelopment: boolean;
  readonly isProfilerRoute: (route: { readonly data?: unknown }) => boolean;
}

/** Creates the listeners of a host in the order of the pipeline, and the recorder of its profiler. */
export function createListeners(config: HostConfig, parts: ListenerParts) {
  const { routes, matcher, features, profiling, logger, redactor, isDevelopment, isProfilerRoute } = parts;
  const applicationRoutes = [...routes].filter((route) => !isProfilerRoute(route));
  const policy = { ...config.hosts, loopbackOnly: isDevelopment };
  const link = profileLinks(policy);
  const recorder = profiling?.record(routes, link);
  const methods = getMethods(applicationRoutes);
  const isOfProfiler = ({ route }: RequestContext): boolean => route !== undefined && isProfilerRoute(route);
  const listeners = pipeline(
    {
      host: new HostListener(policy),
      router: new RouterListener(matcher, logger.logger, methods, isDevelopment, features.find(CONCEALMENT)),
      queryParameter: new QueryParameterListener(config.query !== 'lenient'),
      payload: new PayloadListener(),
      ...features.subscribers,
      serialize: new SerializeListener(createOutputReport(isDevelopment, logger.logger)),
      respond: new RespondListener(),
      headers: new HeadersListener(),
      log: new LogListener(logger.logger),
      error: new ErrorListener(new ErrorRenderer({ reveal: isDevelopment }), {
        hints: (context, error) => hintsFor(applicationRoutes, context, error, profiling !== undefined),
        link,
        catalogueFor: features.find(CATALOGUE),
        conceal: recorder && ((view, context, error) => recorder.errors.conceal(view, context, error)),
      }),
      ...(recorder && { profiler: recorder.listener }),
      ...(recorder?.keyListener && { profilerKey: recorder.keyListener }),
      ...(logger.access && { accessLog: new AccessLogListener(logger.access, isOfProfiler, link, redactor) }),
    },
    [...features.listeners, ...(config.listeners ?? []).flat()],
  );
  return { listeners, recorder };
}

function getMethods(routes: readonly Route[]): readonly string[] {
  return [...new Set(routes.flatMap((route) => route.methods))];
}

import { ServiceUnavailableError } from 'oriel-core/http';
import { createFallbackResponse } from 'oriel-core/error-pages';
import { withDefaults } from 'oriel-core/configuration';
import { message } from 'oriel-core/messages';
import type { EventDispatcher } from '../events/dispatcher.ts';
import type { TraceableDispatcher } from '../events/traceable-dispatcher.ts';
import { Kernel } from '../kernel/kernel.ts';
import { HandlerArgumentResolver, routeControllerResolver } from '../kernel/resolvers.ts';
import { createSubRequest } from '../kernel/sub-request.ts';
import type { RouteCollection } from '../routing/route-collection.ts';
import { UrlGenerator } from '../routing/url-generator.ts';
import type { HostConfig } from './config.ts';
import type { Report } from './create-dispatcher.ts';
import { forwarded } from './forwarding.ts';
import type { HostLogger } from './host-logger.ts';
import { HOST_LIMIT_SETTINGS } from './host-settings.ts';

/** What the kernel of a host needs. */
export interface KernelParts {
  readonly routes: RouteCollection;
  readonly dispatcher: EventDispatcher | TraceableDispatcher;
  readonly logger: HostLogger;
  readonly report: Report;
}

/** Creates the kernel of a host. */
export function createKernel({ limits = {} }: HostConfig, { routes, dispatcher, logger, report }: KernelParts): Kernel {
  const urls = new UrlGenerator(routes);
  const kernel: Kernel = new Kernel({
    dispatcher,
    controllers: routeControllerResolver,
    arguments: new HandlerArgumentResolver({
      forward: async (context, target, body) =>
        forwarded(createSubRequest(context, target, body), (sub) => kernel.handle(sub)),
      urlFor: (context, name, params, absolute) =>
        urls.generate(name, params, { reference: absolute ? 'absolute-url' : 'absolute-path', context }),
      log: (context, level, text, details) => {
        if (logger.logger.wants(level, context.trace)) logger.logger.log(level, 'app', text, details, context);
      },
    }),
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

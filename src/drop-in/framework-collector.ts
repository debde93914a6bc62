import type { Collector } from '../profiler/collector.ts';
import type { RecordedFramework } from '../profiler/recorded-features.ts';
import type { Exchange } from './server/exchange.ts';

/** Collects the framework that handled the request and the route that it matched. */
export const frameworkCollector: Collector<Exchange> = {
  name: 'framework',
  collect({ context, redactor }): RecordedFramework {
    const { framework = context.incoming.version === '2.0' ? 'node:http2' : 'node:http', route, readUser } = context;
    const user = readUser?.();
    return {
      name: framework,
      route: route === undefined ? undefined : redactor.text(route.name),
      user: user === undefined || user === null ? undefined : redactor.value(user),
    };
  },
};

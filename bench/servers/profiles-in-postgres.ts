/**
 * A host whose profiles are in the PostgreSQL at `PROFILES_URL`. Recorded responses and others have the same length.
 * `GET /_bench/state` returns its counters.
 */
import { defineHost, route } from 'oriel-host';
import type { Host } from 'oriel-host';
import { PROFILER_KEY } from '../lib/profiles-host.ts';
import type { ProfilesState } from '../lib/profiles-host.ts';

const host: Host = defineHost({
  access: 'public',
  log: false,
  query: 'lenient',
  secret: 'a secret of the benchmark, of at least 32 bytes',
  state: { profiles: process.env['PROFILES_URL'], prefix: 'bench' },
  profiler: { key: PROFILER_KEY },
  routes: [
    route('order', 'POST /api/orders/{id}', {
      handle: async ({ payload }) => ({ id: 7, received: (await payload.text()).length }),
    }),
    route('state', 'GET /_bench/state', {
      handle: (): ProfilesState => {
        const profiling = host.assembly('production', true).profiling!;
        const { waiting, written, dropped, unrecorded } = profiling.status();
        const { rss } = process.memoryUsage();
        return { waiting, written, dropped, unrecorded, rss, isAway: profiling.storage.health.trouble !== undefined };
      },
    }),
  ],
});
const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
process.send!({ port });

/** The broadcast with the hub of a host. */
import { defineHost, route } from 'oriel-host';
import type { Host } from 'oriel-host';
import { memoryNow } from '../lib/memory-now.ts';
import { publishPaced } from '../lib/publish-paced.ts';

const host: Host = defineHost({
  hub: {
    secret: 'a secret of the benches, long enough',
    anonymous: true,
    publicUrl: 'http://localhost/.well-known/mercure',
  },
  routes: [
    route('state', 'GET /state', { handle: () => ({ subscribers: host.hub.metrics['subscribers'] }) }),
    route('memory', 'GET /memory', { handle: () => memoryNow() }),
    route('publish', 'POST /publish', {
      handle: ({ context }) => {
        publishPaced(
          `${context.path}?${context.query}`,
          (id, data) => void host.hub.publish({ topics: 'a', id, data }),
        );
        return new Response(null, { status: 204 });
      },
    }),
  ],
  log: false,
  profiler: false,
});
await host.listen({ port: Number(process.env['PORT']), host: '0.0.0.0' });

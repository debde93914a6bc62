import type { Host } from '../../src/index.ts';
import { TEST_PEER } from '../../src/testing/index.ts';

/** The same host, whose `fetch` answers a client of this machine unless a test states another `peer`. */
export function withLocalClient<H extends Host>(host: H): H {
  const fetch: Host['fetch'] = (request, info) => host.fetch(request, { peer: TEST_PEER, ...info });
  return Object.create(host, { fetch: { value: fetch, enumerable: true } }) as H;
}

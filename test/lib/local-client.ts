import type { Host } from '../../packages/host/src/index.ts';
import { TEST_PEER } from '../../packages/host/src/testing/create-test-host.ts';

/** Returns the host with a `fetch` whose default `peer` is a client on this machine. */
export function withLocalClient<H extends Host>(host: H): H {
  const fetch: Host['fetch'] = (request, info) => host.fetch(request, { peer: TEST_PEER, ...info });
  return Object.create(host, { fetch: { value: fetch, enumerable: true } }) as H;
}

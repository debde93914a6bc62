import type { Collector, RecordedClient } from '../profiler/index.ts';
import { PROXY_HEADERS, trustedProxies } from '../server/index.ts';
import type { ProxyConfig } from '../server/index.ts';

/** Who asked, at whose word, and which headers about it nobody believed. */
export function clientCollector(config: ProxyConfig | undefined): Collector {
  const proxies = trustedProxies(config);
  return {
    name: 'client',
    collect({ context: { incoming, headers, ip }, redactor }): RecordedClient {
      const { peer = ip, clientBecause = 'the connection' } = incoming;
      const trusted = proxies?.trusts(peer) === true;
      const told = PROXY_HEADERS.filter((name) => headers.has(name));
      return {
        ...{ ip, peer, because: redactor.text(clientBecause), trusted, configured: proxies !== undefined },
        ignored: trusted ? [] : told,
      };
    },
  };
}

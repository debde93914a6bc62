import type { Collector } from '../collector.ts';
import type { RecordedClient } from '../profile.ts';
import { PROXY_HEADERS } from '../../core/server/proxy-config.ts';
import { createTrustedProxies } from '../../core/server/client-ip.ts';
import type { ProxyConfig } from '../../core/server/proxy-config.ts';

/** Who asked, at whose word, and which headers about it nobody believed. */
export function clientCollector(config: ProxyConfig | undefined): Collector {
  const proxies = createTrustedProxies(config);
  let last: RecordedClient | undefined;
  let lastBecause = '';
  return {
    name: 'client',
    repeats: true,
    collect({ context: { incoming, headers, ip }, redactor }): RecordedClient {
      const { peer = ip, clientBecause = 'the connection' } = incoming;
      const told = PROXY_HEADERS.some((name) => headers.has(name));
      // Most requests come from whom the one before came from, who spoke for nobody.
      if (!told && last?.ip === ip && last.peer === peer && lastBecause === clientBecause) return last;
      const trusted = proxies?.trusts(peer) === true;
      const client: RecordedClient = {
        ...{ ip, peer, because: redactor.text(clientBecause), trusted, configured: proxies !== undefined },
        ignored: told && !trusted ? PROXY_HEADERS.filter((name) => headers.has(name)) : [],
      };
      if (!told) {
        last = Object.freeze(client);
        lastBecause = clientBecause;
      }
      return client;
    },
  };
}

import type { Collector } from '../collector.ts';
import type { RecordedExchange, RecordedClient } from 'oriel/recorder';
import { PROXY_HEADERS } from '../../server/proxy-config.ts';
import { createTrustedProxies } from '../../server/trusted-proxies.ts';
import type { ProxyConfig } from '../../server/proxy-config.ts';

/** Collects the address of the client, why it was chosen, and the forwarding headers that were ignored. */
export function clientCollector(config: ProxyConfig | undefined): Collector<RecordedExchange> {
  const proxies = createTrustedProxies(config);
  let last: RecordedClient | undefined;
  let lastBecause = '';
  return {
    name: 'client',
    collect({ context: { incoming, headers, ip }, redactor }): RecordedClient {
      const { peer = ip, clientBecause = 'the connection' } = incoming;
      const isForwarded = PROXY_HEADERS.some((name) => headers.has(name));
      // Consecutive requests often have the same client; they share one object.
      if (!isForwarded && last?.ip === ip && last.peer === peer && lastBecause === clientBecause) return last;
      const trusted = proxies?.trusts(peer) === true;
      const client: RecordedClient = {
        ip,
        peer,
        because: redactor.text(clientBecause),
        trusted,
        configured: proxies !== undefined,
        ignored: isForwarded && !trusted ? PROXY_HEADERS.filter((name) => headers.has(name)) : [],
      };
      if (!isForwarded) {
        last = Object.freeze(client);
        lastBecause = clientBecause;
      }
      return client;
    },
  };
}

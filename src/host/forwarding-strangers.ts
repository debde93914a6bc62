import type { IncomingRequest } from '../core/http/incoming-request.ts';
import { PROXY_HEADERS } from '../core/server/proxy-config.ts';
import { createTrustedProxies } from '../core/server/client-ip.ts';
import type { ProxyConfig } from '../core/server/proxy-config.ts';
import type { TrustedProxies } from '../core/server/client-ip.ts';
import type { Logger } from '../core/trace/logger.ts';

/**
 * Peers that speak for others and are no listed proxy. What they say is ignored, which is right for strangers and a
 * puzzle to whoever has forgotten to list their own proxy; so each is told once, and only so many of them.
 */
export class ForwardingStrangers {
  readonly #proxies: TrustedProxies | undefined;
  readonly #logger: Logger;
  readonly #told = new Set<string>();

  constructor(proxies: ProxyConfig | undefined, logger: Logger) {
    this.#proxies = createTrustedProxies(proxies);
    this.#logger = logger;
  }

  /** Has a look at who sent a request, on its way in. */
  look(incoming: IncomingRequest): void {
    const { headers } = incoming;
    if (headers.get('x-forwarded-for') === undefined && headers.get('forwarded') === undefined) return;
    // Asked for now, because a socket takes its time to tell.
    const { peer } = incoming;
    if (peer === undefined || this.#told.has(peer) || this.#told.size >= MOST_TOLD) return;
    if (this.#proxies?.trusts(peer) === true) return;
    this.#told.add(peer);
    const header = PROXY_HEADERS.find((name) => headers.get(name) !== undefined)!;
    const last = this.#told.size === MOST_TOLD ? '; further ones are not told' : '';
    this.#logger.log(
      'warning',
      'server',
      `A request from ${peer} carried ${NAMES[header] ?? header}, which is ignored: ${peer} is no listed proxy. If it is one of yours, add proxies: ['${peer}']${last}`,
      { peer, header },
    );
  }
}

// Anybody can send the header, and nobody must be able to fill the log with it.
const MOST_TOLD = 100;
const NAMES: Readonly<Record<string, string>> = { forwarded: 'Forwarded', 'x-forwarded-for': 'X-Forwarded-For' };

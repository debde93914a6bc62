import type { IncomingRequest } from '../core/http/incoming-request.ts';
import { createTrustedProxies } from '../core/server/client-ip.ts';
import type { TrustedProxies } from '../core/server/client-ip.ts';
import { PROXY_HEADERS } from '../core/server/proxy-config.ts';
import type { ProxyConfig } from '../core/server/proxy-config.ts';
import type { Logger } from '../core/trace/logger.ts';

/** Logs a warning for each peer that sends forwarding headers and is not a listed proxy. Its headers are ignored. */
export class UntrustedForwarding {
  readonly #proxies: TrustedProxies | undefined;
  readonly #logger: Logger;
  readonly #logged = new Set<string>();

  constructor(proxies: ProxyConfig | undefined, logger: Logger) {
    this.#proxies = createTrustedProxies(proxies);
    this.#logger = logger;
  }

  /** Checks a request when it arrives. */
  check(incoming: IncomingRequest): void {
    const { headers } = incoming;
    if (headers.get('x-forwarded-for') === undefined && headers.get('forwarded') === undefined) return;
    // Read only now: the address of a socket is slow to read.
    const { peer } = incoming;
    if (peer === undefined || this.#logged.has(peer) || this.#logged.size >= MAX_LOGGED) return;
    if (this.#proxies?.trusts(peer) === true) return;
    this.#logged.add(peer);
    const header = PROXY_HEADERS.find((name) => headers.get(name) !== undefined)!;
    const last = this.#logged.size === MAX_LOGGED ? '; further peers are not logged' : '';
    this.#logger.log(
      'warning',
      'server',
      `Ignored the ${NAMES[header] ?? header} header from ${peer}, which is not a listed proxy. If it is one of your proxies, add proxies: ['${peer}']${last}`,
      { peer, header },
    );
  }
}

// Any client can send the header, so the number of records is limited.
const MAX_LOGGED = 100;
const NAMES: Readonly<Record<string, string>> = { forwarded: 'Forwarded', 'x-forwarded-for': 'X-Forwarded-For' };

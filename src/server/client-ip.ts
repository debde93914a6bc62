import { BlockList, isIP } from 'node:net';
import { BadRequestError } from '../http/index.ts';
import type { HttpError, RequestHeaders } from '../http/index.ts';
import { parseForwarded, parseXForwarded, withoutPrefix } from './forwarded.ts';
import type { ForwardedHop } from './forwarded.ts';

/** Who asked, and what for, as far as it can be believed. */
export interface ClientFacts {
  readonly ip: string;
  readonly scheme: 'http' | 'https';
  /** The host that was asked for, when a proxy said another than it passed on. */
  readonly host: string | undefined;
  /** Set when the proxies contradict themselves. */
  readonly problem: HttpError | undefined;
}

/**
 * The proxies whose word counts. `Forwarded` and `X-Forwarded-*` are read only when the connection comes from one of
 * them, and only as far back as the chain of trusted addresses reaches: everything before may be the client's own
 * invention.
 */
export class TrustedProxies {
  readonly #list = new BlockList();
  readonly #known = new Map<string, boolean>();

  /**
   * @param proxies addresses or CIDR blocks
   * @throws {TypeError} naming the one that is neither
   */
  constructor(proxies: readonly string[]) {
    for (const each of proxies) add(this.#list, each);
  }

  /** Is this address one of the proxies? */
  trusts(address: string): boolean {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const family = isIP(address);
    const trusted = family !== 0 && this.#list.check(address, family === 6 ? 'ipv6' : 'ipv4');
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(address, trusted);
    return trusted;
  }

  /**
   * What the request says of its client.
   * @param peer the address at the other end of the connection
   */
  read(peer: string, scheme: 'http' | 'https', headers: RequestHeaders): ClientFacts {
    const direct: ClientFacts = { ip: peer, scheme, host: undefined, problem: undefined };
    if (!this.trusts(peer)) return direct;
    const forwarded = headers.get('forwarded');
    const addresses = headers.get('x-forwarded-for');
    const schemes = headers.get('x-forwarded-proto');
    const hosts = headers.get('x-forwarded-host');
    const older = addresses !== undefined || schemes !== undefined || hosts !== undefined;
    if (forwarded === undefined && !older) return direct;

    const one = forwarded === undefined ? undefined : this.#follow(direct, parseForwarded(forwarded));
    const other = older ? this.#follow(direct, parseXForwarded(addresses, schemes, hosts)) : undefined;
    if (one !== undefined && other !== undefined && addresses !== undefined && one.ip !== other.ip) {
      return { ...direct, problem: conflict() };
    }
    return one ?? other!;
  }

  #follow(direct: ClientFacts, hops: ForwardedHop[] | undefined): ClientFacts {
    if (hops === undefined) return { ...direct, problem: unreadable() };
    let { ip, scheme, host } = direct;
    for (let i = hops.length - 1; i >= 0; i--) {
      const hop = hops[i]!;
      // Written by a trusted proxy, so this much holds; the next word only if this address is trusted, too.
      scheme = hop.scheme ?? scheme;
      host = hop.host ?? host;
      if (hop.address === undefined) break;
      ip = hop.address;
      if (!this.trusts(ip)) break;
    }
    return { ip, scheme, host, problem: undefined };
  }
}

/** The proxies of a configuration; undefined when there are none, so that nothing is ever read. */
export function trustedProxies(proxies: readonly string[] | undefined): TrustedProxies | undefined {
  return proxies === undefined || proxies.length === 0 ? undefined : new TrustedProxies(proxies);
}

const MOST_KNOWN = 1_024;

function add(list: BlockList, text: string): void {
  const [address = '', prefix, ...rest] = text.split('/');
  const bare = withoutPrefix(address);
  const family = isIP(bare);
  const type = family === 6 ? 'ipv6' : 'ipv4';
  if (family !== 0 && prefix === undefined) return list.addAddress(bare, type);
  const bits = prefix !== undefined && /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  if (family === 0 || rest.length > 0 || bits < 0 || bits > (family === 6 ? 128 : 32)) {
    throw new TypeError(`proxies: ${JSON.stringify(text)} is neither an address nor a CIDR block such as "10.0.0.0/8"`);
  }
  list.addSubnet(bare, bits, type);
}

// Proxies fill one of the two and pass the other on as the client sent it. When they disagree nobody can tell which is
// the invention, so neither is believed.
function conflict(): BadRequestError {
  return new BadRequestError('Forwarded and X-Forwarded-For name different clients', { type: '/problems/forwarded' });
}

function unreadable(): BadRequestError {
  return new BadRequestError('The Forwarded header cannot be read (RFC 7239)', { type: '/problems/forwarded' });
}

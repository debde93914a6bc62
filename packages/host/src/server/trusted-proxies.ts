import { BlockList, isIP } from 'node:net';
import { BadRequestError } from 'oriel-core/http';
import type { HttpError } from 'oriel-core/http';
import type { RequestHeaders } from 'oriel-core/http';
import { withoutPrefix } from 'oriel-core/node';
import { parseForwarded, parseXForwarded } from './forwarded.ts';
import type { ForwardedHop, XForwardedHeaders } from './forwarded.ts';
import { PROXY_HEADERS, proxySettings } from './proxy-config.ts';
import type { ProxyConfig, ProxyHeader } from './proxy-config.ts';
import { message } from 'oriel-core/messages';

/** What trusted proxies report about a request. */
export interface ClientInfo {
  readonly ip: string;
  readonly scheme: 'http' | 'https';
  /** The requested host, if a proxy reports another one than the `Host` header. */
  readonly host: string | undefined;
  /** Set if the forwarding headers contradict each other. */
  readonly problem: HttpError | undefined;
  /** Which header the address comes from, for the profile. */
  readonly because: string;
}

/**
 * The trusted proxies of a server. `Forwarded` and `X-Forwarded-*` are read only if the connection comes from one of them,
 * and only up to the first address that is not trusted: clients can forge everything before it.
 */
export class TrustedProxies {
  readonly #list = new BlockList();
  readonly #known = new Map<string, boolean>();
  readonly #written: ReadonlySet<string>;

  /**
   * @param proxies addresses or CIDR blocks, or these with the headers that the proxies set
   * @throws {TypeError} for an invalid address or block
   */
  constructor(proxies: ProxyConfig) {
    const { from, headers = PROXY_HEADERS } = proxySettings(proxies);
    for (const text of from) add(this.#list, text);
    this.#written = new Set(headers);
  }

  /** Whether an address belongs to a trusted proxy. */
  trusts(address: string): boolean {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const family = isIP(address);
    const trusted = family !== 0 && this.#list.check(address, family === 6 ? 'ipv6' : 'ipv4');
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(address, trusted);
    return trusted;
  }

  /**
   * Returns the client of a request.
   * @param peer the address at the other end of the connection
   */
  read(peer: string, scheme: 'http' | 'https', headers: RequestHeaders): ClientInfo {
    const direct: ClientInfo = { ip: peer, scheme, host: undefined, problem: undefined, because: 'the connection' };
    if (!this.trusts(peer)) return direct;
    const readHeader = (name: ProxyHeader): string | undefined =>
      this.#written.has(name) ? headers.get(name) : undefined;
    const forwarded = readHeader('forwarded');
    const addresses = readHeader('x-forwarded-for');
    const older: XForwardedHeaders = {
      addresses,
      schemes: readHeader('x-forwarded-proto'),
      hosts: readHeader('x-forwarded-host'),
      ports: readHeader('x-forwarded-port'),
    };
    const hasOlder = Object.values(older).some((element) => element !== undefined);
    if (forwarded === undefined && !hasOlder) return direct;

    const one = forwarded === undefined ? undefined : this.#follow(peer, parseForwarded(forwarded));
    const other = hasOlder ? this.#follow(peer, parseXForwarded(older)) : undefined;
    if ((forwarded !== undefined && one === undefined) || (hasOlder && other === undefined))
      return { ...direct, problem: createProblem('request.malformed-forwarded') };
    const agreed = one && other ? agree(one, other, addresses !== undefined) : (one ?? other!);
    if (typeof agreed === 'string') return { ...direct, problem: createProblem(agreed) };
    return {
      ip: agreed.ip,
      scheme: agreed.scheme ?? scheme,
      host: withPort(agreed, agreed.scheme ?? scheme, headers),
      problem: undefined,
      because: one && other ? 'Forwarded and X-Forwarded-*, which agree' : one ? 'Forwarded' : 'X-Forwarded-*',
    };
  }

  #follow(peer: string, hops: ForwardedHop[] | undefined): ForwardedValues | undefined {
    if (hops === undefined) return undefined;
    let forwarded: ForwardedValues = { ip: peer, scheme: undefined, host: undefined, port: undefined };
    for (let i = hops.length - 1; i >= 0; i--) {
      const { address, scheme, host, port } = hops[i]!;
      // A trusted proxy wrote this entry. The next one counts only if this address is trusted, too.
      forwarded = {
        ip: address ?? forwarded.ip,
        scheme: scheme ?? forwarded.scheme,
        host: host ?? forwarded.host,
        port: port ?? forwarded.port,
      };
      if (address === undefined || !this.trusts(address)) break;
    }
    return forwarded;
  }
}

/** Creates the trusted proxies of a configuration; returns undefined without any, so that no header is read. */
export function createTrustedProxies(proxies: ProxyConfig | undefined): TrustedProxies | undefined {
  return proxies === undefined || proxySettings(proxies).from.length === 0 ? undefined : new TrustedProxies(proxies);
}

const MAX_KNOWN = 1_024;

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

interface ForwardedValues extends Omit<ForwardedHop, 'address'> {
  readonly ip: string;
}

// A proxy sets one of the two headers and forwards the other as the client sent it. If they disagree, either may be forged,
// so both are rejected; a value in only one of them may be forged, too.
function agree(one: ForwardedValues, other: ForwardedValues, named: boolean): ForwardedValues | ConflictCode {
  if (named && one.ip !== other.ip) return 'request.conflicting-clients';
  if (one.scheme !== undefined && other.scheme !== undefined && one.scheme !== other.scheme)
    return 'request.conflicting-schemes';
  if (one.host !== undefined && other.host !== undefined && one.host !== other.host) return 'request.conflicting-hosts';
  return {
    ip: one.ip,
    scheme: one.scheme === other.scheme ? one.scheme : undefined,
    host: one.host === other.host ? one.host : undefined,
    port: undefined,
  };
}

function withPort(
  { host, port }: ForwardedValues,
  scheme: 'http' | 'https',
  headers: RequestHeaders,
): string | undefined {
  if (port === undefined || port === (scheme === 'https' ? 443 : 80)) return host;
  const name = host ?? headers.get('host');
  return name === undefined || /:\d*$/.test(name) ? host : `${name}:${port}`;
}

type ConflictCode = 'request.conflicting-clients' | 'request.conflicting-schemes' | 'request.conflicting-hosts';

function createProblem(code: ConflictCode | 'request.malformed-forwarded'): BadRequestError {
  return new BadRequestError(message(code), { type: '/problems/forwarded' });
}

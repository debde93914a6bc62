import type { HttpResponse, IncomingRequest } from 'oriel-core/http';
import type { RequestContext } from '../kernel/events.ts';
import { currentScope, runInTrace } from 'oriel-core/trace';
import { createTrustedProxies } from '../server/trusted-proxies.ts';
import { PROXY_HEADERS, proxySettings } from '../server/proxy-config.ts';
import type { TrustedProxies } from '../server/trusted-proxies.ts';
import type { ProxyConfig } from '../server/proxy-config.ts';
import type { Logger } from 'oriel-core/trace';
import { formatValue, issue, suggestName, validateUnknownKeys } from 'oriel-core/configuration';
import type { HostConfig } from './config.ts';
import type { ConfigIssue } from 'oriel-core/configuration';

/** Handles a request that was forwarded inside another one, as a span of that one if it is recorded. */
export async function forwarded(
  sub: RequestContext,
  handle: (context: RequestContext) => HttpResponse | Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { trace, method, path, query } = sub;
  if (!trace.recording) return handle(sub);
  const target = query === '' ? path : `${path}?${query}`;
  const id = trace.begin('kernel', `forward ${method} ${path}`, currentScope().span, { forwarded: method, target });
  const response = await runInTrace(trace, () => handle(sub), id);
  trace.end(id, { status: response.status, route: sub.route?.name });
  return response;
}

/** Logs a warning for each peer that sends forwarding headers and is not a trusted proxy. Its headers are ignored. */
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
      `Ignored the ${NAMES[header] ?? header} header from ${peer}, which is not a trusted proxy. If it is one of your proxies, add proxies: ['${peer}']${last}`,
      { peer, header },
    );
  }
}

// Any client can send the header, so the number of records is limited.
const MAX_LOGGED = 100;
const NAMES: Readonly<Record<string, string>> = { forwarded: 'Forwarded', 'x-forwarded-for': 'X-Forwarded-For' };

/** Reports proxies that are not addresses, and those that would let any client choose its address. */
export function* validateProxies({ proxies }: HostConfig): Generator<ConfigIssue> {
  if (proxies === undefined) return;
  const settings = typeof proxies === 'object' && proxies !== null ? proxySettings(proxies) : undefined;
  if (!Array.isArray(settings?.from)) {
    yield issue(
      'ORIEL_CONFIG_PROXIES',
      'proxies',
      `It is ${formatValue(proxies)}: counting hops or trusting every peer lets clients choose their own address`,
      "List the proxies: ['10.0.0.0/8'], or { from: ['10.0.0.0/8'], headers: ['x-forwarded-for'] }",
    );
    return;
  }
  const { from, headers } = settings;
  yield* validateUnknownKeys(Array.isArray(proxies) ? {} : settings, ['from', 'headers'], 'proxies.');
  for (const [index, each] of from.entries()) yield* validateProxy(`proxies[${index}]`, each);
  if (headers !== undefined) yield* validateHeaders(headers);
}

function* validateProxy(place: string, proxy: unknown): Generator<ConfigIssue> {
  if (typeof proxy === 'string' && /^[^/]+\/0+$/.test(proxy)) {
    yield issue(
      'ORIEL_CONFIG_PROXY_ANY',
      place,
      `${formatValue(proxy)} covers every address: any client could choose its own address`,
      "List the addresses of your proxies, such as '10.0.0.0/8'",
    );
    return;
  }
  try {
    createTrustedProxies([proxy as string]);
  } catch {
    yield issue(
      'ORIEL_CONFIG_PROXY',
      place,
      `${formatValue(proxy)} is neither an address nor a CIDR block`,
      "Write '10.0.0.1', '10.0.0.0/8' or '2001:db8::/32'; names are not looked up",
    );
  }
}

function* validateHeaders(headers: unknown): Generator<ConfigIssue> {
  const known: readonly string[] = PROXY_HEADERS;
  const list: readonly unknown[] = Array.isArray(headers) && headers.length > 0 ? headers : [headers];
  for (const [index, header] of list.entries()) {
    if (typeof header === 'string' && known.includes(header)) continue;
    yield issue(
      'ORIEL_CONFIG_PROXY_HEADER',
      `proxies.headers[${index}]`,
      `${formatValue(header)} is not a supported header`,
      suggestName(header, known),
    );
  }
}

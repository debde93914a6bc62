import { HttpContext, HttpResponse, foreignPageReason, remoteReason, getMessage } from 'oriel-core/http';
import type { IncomingRequest } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import type { Logger } from 'oriel-core/trace';
import { NullTrace } from 'oriel-core/trace';
import type { ResolvedHealth } from './health-config.ts';
import { HealthChecks } from './health-checks.ts';
import type { CheckResult } from './health-checks.ts';

/**
 * Serves the health endpoints outside of the pipeline: probes are frequent and connect by IP address, so they need no host
 * name, session or user, and they are neither profiled nor logged.
 */
export class Health {
  /** Milliseconds. */
  readonly delay: number;
  readonly #live: string;
  readonly #ready: string;
  readonly #startup: string;
  readonly #checks: HealthChecks;
  readonly #reveal: boolean;
  #draining = false;
  #started = false;

  /** @param reveal whether responses to loopback requests state why a check failed; otherwise only the log does */
  constructor(config: ResolvedHealth, logger: Logger, reveal: boolean) {
    const { live, ready, startup, delay, checks } = config;
    this.delay = delay;
    this.#live = live;
    this.#ready = ready;
    this.#startup = startup;
    this.#reveal = reveal;
    this.#checks = new HealthChecks(checks, (name, error) => {
      if (error === undefined) logger.log('warning', 'health', `Check "${name}" succeeds again`, { check: name });
      else logger.log('warning', 'health', `Check "${name}" failed: ${getMessage(error)}`, { check: name });
    });
  }

  /** Makes the process not ready, whatever the results of its checks. */
  drain(): void {
    this.#draining = true;
  }

  /** Returns the response to a request for a health endpoint; undefined for other requests. */
  answer(incoming: IncomingRequest): HttpContext | Promise<HttpContext> | undefined {
    const endpoint = this.getEndpoint(incoming);
    if (endpoint === undefined) return undefined;
    if (endpoint === 'live') return createResponse(incoming, 200, { status: 'alive' });
    if (endpoint === 'startup' && this.#started) return createResponse(incoming, 200, { status: 'started' });
    if (this.#draining) return createResponse(incoming, 503, { status: 'draining' });
    return this.#checks.run().then((results) => {
      // Draining may have started while the checks ran.
      if (this.#draining) return createResponse(incoming, 503, { status: 'draining' });
      const isReady = results.every(({ outcome }) => outcome === 'ok');
      if (isReady) this.#started = true;
      return createResponse(incoming, isReady ? 200 : 503, {
        status: endpoint === 'startup' ? (isReady ? 'started' : 'starting') : isReady ? 'ready' : 'not ready',
        checks: Object.fromEntries(results.map((result) => [result.name, this.#describe(result, incoming)])),
      });
    });
  }

  /** Returns the endpoint that a request is sent to. */
  getEndpoint({ method, target }: IncomingRequest): 'live' | 'ready' | 'startup' | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const queryStart = target.indexOf('?');
    const path = queryStart < 0 ? target : target.slice(0, queryStart);
    if (path === this.#live) return 'live';
    if (path === this.#ready) return 'ready';
    return path === this.#startup ? 'startup' : undefined;
  }

  #describe({ outcome, error }: CheckResult, incoming: IncomingRequest): unknown {
    if (!this.#reveal || error === undefined) return outcome;
    const context = new HttpContext(incoming, NO_LISTENERS, NullTrace);
    const isDeveloper = remoteReason(context) === undefined && foreignPageReason(context) === undefined;
    return isDeveloper ? { outcome, error: getMessage(error) } : outcome;
  }
}

// The route has no listeners, so no listener sees the request or the response.
function createResponse(incoming: IncomingRequest, status: number, body: object): HttpContext {
  const context: RequestContext = new HttpContext(incoming, NO_LISTENERS, NullTrace);
  context.response = new HttpResponse(status, HEADERS.slice(), JSON.stringify(body));
  return context;
}

const NO_LISTENERS = Object.freeze({});
const HEADERS: readonly string[] = [
  'Content-Type',
  'application/json',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
];

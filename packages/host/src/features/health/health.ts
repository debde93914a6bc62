import { HttpContext, HttpResponse, foreignPageReason, remoteReason, getMessage } from 'oriel-core/http';
import type { IncomingRequest } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import type { Logger } from 'oriel-core/trace';
import { NullTrace } from 'oriel-core/trace';
import type { ResolvedHealth, HealthCheck } from './health-config.ts';

/**
 * Serves the health endpoints outside of the pipeline: probes are frequent and connect by IP address, so they need no host
 * name, session or user, and they are neither profiled nor logged.
 *
 * @param reveal whether responses to loopback requests state why a check failed; otherwise only the log does
 */
export function createHealth(config: ResolvedHealth, logger: Logger, reveal: boolean) {
  const checks = new HealthChecks(config.checks, (name, error) => {
    const outcome = error === undefined ? 'succeeds again' : `failed: ${getMessage(error)}`;
    logger.log('warning', 'health', `Check "${name}" ${outcome}`, { check: name });
  });
  let isDraining = false;
  let isStarted = false;

  function getEndpoint({ method, target }: IncomingRequest): 'live' | 'ready' | 'startup' | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const queryStart = target.indexOf('?');
    const path = queryStart < 0 ? target : target.slice(0, queryStart);
    if (path === config.live) return 'live';
    if (path === config.ready) return 'ready';
    return path === config.startup ? 'startup' : undefined;
  }

  function describe({ outcome, error }: CheckResult, incoming: IncomingRequest): unknown {
    if (!reveal || error === undefined) return outcome;
    const context = new HttpContext(incoming, NO_LISTENERS, NullTrace);
    const isDeveloper = remoteReason(context) === undefined && foreignPageReason(context) === undefined;
    return isDeveloper ? { outcome, error: getMessage(error) } : outcome;
  }

  return {
    drain(): void {
      isDraining = true;
    },

    answers: (incoming: IncomingRequest): boolean => getEndpoint(incoming) !== undefined,

    answer(incoming: IncomingRequest): HttpContext | Promise<HttpContext> | undefined {
      const endpoint = getEndpoint(incoming);
      if (endpoint === undefined) return undefined;
      if (endpoint === 'live') return createResponse(incoming, 200, { status: 'alive' });
      if (endpoint === 'startup' && isStarted) return createResponse(incoming, 200, { status: 'started' });
      if (isDraining) return createResponse(incoming, 503, { status: 'draining' });
      return checks.run().then((results) => {
        // Draining may have started while the checks ran.
        if (isDraining) return createResponse(incoming, 503, { status: 'draining' });
        const isReady = results.every(({ outcome }) => outcome === 'ok');
        if (isReady) isStarted = true;
        return createResponse(incoming, isReady ? 200 : 503, {
          status: endpoint === 'startup' ? (isReady ? 'started' : 'starting') : isReady ? 'ready' : 'not ready',
          checks: Object.fromEntries(results.map((result) => [result.name, describe(result, incoming)])),
        });
      });
    },
  };
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

interface CheckResult {
  readonly name: string;
  readonly outcome: 'ok' | 'failed' | 'timed out';
  readonly error: unknown;
}

/**
 * Runs all checks concurrently, each with a timeout. There is one run at a time, and its results are cached. A check that
 * timed out is not started again before it has settled.
 */
export class HealthChecks {
  readonly #checks: readonly (() => Promise<CheckResult>)[];
  readonly #cacheMs: number;
  #last: Promise<readonly CheckResult[]> | undefined = undefined;
  #validUntil = 0;

  /**
   * @param onChange called when a check starts to fail, and without an error when it succeeds again
   * @param times the milliseconds that a check may take, and for which results are cached
   */
  constructor(
    checks: Readonly<Record<string, HealthCheck>>,
    onChange: (name: string, error: unknown) => void,
    { timeout = 2_000, cache = 1_000 }: { readonly timeout?: number; readonly cache?: number } = {},
  ) {
    this.#checks = Object.entries(checks).map(([name, check]) => createCheck(name, check, timeout, onChange));
    this.#cacheMs = cache;
  }

  run(): Promise<readonly CheckResult[]> {
    if (this.#last !== undefined && performance.now() < this.#validUntil) return this.#last;
    this.#validUntil = Infinity;
    this.#last = Promise.all(this.#checks.map((run) => run())).finally(() => {
      this.#validUntil = performance.now() + this.#cacheMs;
    });
    return this.#last;
  }
}

/** Returns a function that runs a check. Only changes of its result are reported, not every run. */
function createCheck(
  name: string,
  check: HealthCheck,
  timeoutMs: number,
  onChange: (name: string, error: unknown) => void,
): () => Promise<CheckResult> {
  let running: Promise<void> | undefined;
  let isHealthy = true;
  const start = async (signal: AbortSignal): Promise<void> => {
    try {
      if ((await check(signal)) === false) throw new Error('the check returned false');
    } finally {
      running = undefined;
    }
  };
  const report = (outcome: CheckResult['outcome'], error: unknown): CheckResult => {
    if ((outcome === 'ok') !== isHealthy) onChange(name, error);
    isHealthy = outcome === 'ok';
    return { name, outcome, error };
  };
  return async () => {
    const timeoutError = new Error(`timed out after ${timeoutMs} ms`);
    const abort = new AbortController();
    const { promise: timeUp, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      abort.abort(timeoutError);
      reject(timeoutError);
    }, timeoutMs);
    try {
      await Promise.race([timeUp, (running ??= start(abort.signal))]);
      return report('ok', undefined);
    } catch (error) {
      const outcome = error === timeoutError ? 'timed out' : 'failed';
      return report(outcome, error ?? new Error('The check rejected without a reason'));
    } finally {
      clearTimeout(timer);
    }
  };
}

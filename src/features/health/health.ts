import { HttpContext } from '../../core/http/context.ts';
import { HttpResponse } from '../../core/http/response.ts';
import { foreignPageReason, remoteReason } from '../../core/http/local-request.ts';
import { messageOf } from '../../core/http/problem.ts';
import type { IncomingRequest } from '../../core/http/incoming-request.ts';
import type { RequestContext } from '../../core/kernel/events.ts';
import type { Logger } from '../../core/trace/logger.ts';
import { NullTrace } from '../../core/trace/trace.ts';
import type { HealthConfig } from './health-config.ts';
import { HealthChecks } from './health-checks.ts';
import type { CheckResult } from './health-checks.ts';

/**
 * Tells those who watch over a process how it is, beside the pipeline: whoever asks comes often, by address and without
 * a name, and must not need a host name, a session or a user, nor fill profiles and logs.
 */
export class Health {
  readonly delay: number;
  readonly #live: string;
  readonly #ready: string;
  readonly #checks: HealthChecks;
  readonly #reveal: boolean;
  #draining = false;

  /** @param reveal tell developers on this machine why a check failed; otherwise what was thrown is for the log only */
  constructor(config: HealthConfig | true, logger: Logger, reveal: boolean) {
    const { live = '/livez', ready = '/readyz', delay = 0, ...checks } = config === true ? {} : config;
    this.delay = delay;
    this.#live = live;
    this.#ready = ready;
    this.#reveal = reveal;
    this.#checks = new HealthChecks(checks, (name, error) => {
      if (error === undefined) logger.log('notice', 'health', `Check "${name}" is well again`, { check: name });
      else logger.log('warning', 'health', `Check "${name}" failed: ${messageOf(error)}`, { check: name });
    });
  }

  /** From now on the process is not ready, whatever its checks say. */
  drain(): void {
    this.#draining = true;
  }

  /** The answer, when it is health that was asked about. */
  answer(incoming: IncomingRequest): HttpContext | Promise<HttpContext> | undefined {
    const { method, target } = incoming;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const mark = target.indexOf('?');
    const path = mark < 0 ? target : target.slice(0, mark);
    if (path === this.#live) return answered(incoming, 200, { status: 'alive' });
    if (path !== this.#ready) return undefined;
    if (this.#draining) return answered(incoming, 503, { status: 'draining' });
    return this.#checks.run().then((results) => {
      // It may have begun to drain while the checks ran.
      if (this.#draining) return answered(incoming, 503, { status: 'draining' });
      const well = results.every(({ outcome }) => outcome === 'ok');
      return answered(incoming, well ? 200 : 503, {
        status: well ? 'ready' : 'not ready',
        checks: Object.fromEntries(results.map((result) => [result.name, this.#told(result, incoming)])),
      });
    });
  }

  #told({ outcome, error }: CheckResult, incoming: IncomingRequest): unknown {
    if (!this.#reveal || error === undefined) return outcome;
    const context = new HttpContext(incoming, NOBODY, NullTrace);
    const isDeveloper = remoteReason(context) === undefined && foreignPageReason(context) === undefined;
    return isDeveloper ? { outcome, error: messageOf(error) } : outcome;
  }
}

// A plan without listeners: nobody hears of it, before or after.
function answered(incoming: IncomingRequest, status: number, body: object): HttpContext {
  const context: RequestContext = new HttpContext(incoming, NOBODY, NullTrace);
  context.response = new HttpResponse(status, HEADERS.slice(), JSON.stringify(body));
  return context;
}

const NOBODY = Object.freeze({});
const HEADERS: readonly string[] = [
  ...['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
];

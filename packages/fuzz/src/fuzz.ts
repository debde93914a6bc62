import type { Operation } from './api.ts';
import type { Check } from './checks.ts';
import { KnownValues } from './known-values.ts';
import { Random } from './random.ts';
import { runScenario } from './run-scenario.ts';
import type { Outcome, Session } from './run-scenario.ts';
import { Scenarios } from './scenarios.ts';
import { Schemas } from './schemas.ts';
import { Sender } from './send.ts';
import { shrink } from './shrink.ts';
import type { Shrunk } from './shrink.ts';
import { getBytes } from './steps.ts';
import type { StepBody } from './steps.ts';

/** What is tested, and for how long. */
export interface FuzzOptions extends Pick<Session, 'api' | 'credentials' | 'timeoutMs' | 'skipped'> {
  readonly origin: URL;
  readonly seed: number;
  /** The run ends after this number of requests. Requests that shrink failures are not counted. */
  readonly requests: number;
  /** The run ends after this time. */
  readonly durationMs: number;
  /** Returns whether an operation is tested. */
  readonly includes: (operation: Operation) => boolean;
  /** The run ends after this number of failures. */
  readonly maxFailures: number;
  /** Called with each new failure when it is found. */
  readonly onFailure?: (failure: FoundFailure) => void;
}

/** A failure, reduced to what it needs. */
export interface FoundFailure extends Shrunk {
  readonly check: Check;
  /** The number of requests that were sent before the failure. */
  readonly request: number;
}

/** The result of a run. */
export interface FuzzResult {
  readonly requests: number;
  /** The requests that repeated and shrank failures. */
  readonly shrinkRequests: number;
  readonly failures: readonly FoundFailure[];
  /** By operation, the number of requests with each status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly warnings: readonly string[];
}

/** Sends requests that follow from a seed to an API, and returns the failures. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { api, seed, requests, durationMs, credentials } = options;
  const sender = new Sender(options.origin);
  const session: Session = {
    ...options,
    schemas: await Schemas.load(api.document),
    known: new KnownValues(api),
    sender,
  };
  const scenarios = new Scenarios(api.operations.filter(options.includes), session, credentials.other !== undefined);
  const run = new Run(session, options);
  const end = performance.now() + durationMs;
  try {
    for (let number = 0; run.requests < requests && performance.now() < end && !run.isOver; number++) {
      const outcome = await runScenario(scenarios.create(number, new Random(seed, number)), session);
      await run.add(outcome);
    }
  } finally {
    sender.close();
  }
  const { failures, statuses, shrinkRequests } = run;
  const limited = [...statuses.values()].reduce((sum, status) => sum + (status.get(429) ?? 0), 0);
  const warnings = [
    ...session.schemas.warnings,
    ...(limited > 0 ? [`${limited} responses are 429: a rate limit reduces what this run tests`] : []),
    ...(run.isUnreachable ? ['The run ended early, because the server does not accept connections'] : []),
  ];
  return { requests: run.requests, shrinkRequests, failures, statuses, warnings };
}

// A failure that is found again and again is shrunk this often, because different causes may have the same effect.
const MAX_SHRINKS = 4;

class Run {
  readonly failures: FoundFailure[] = [];
  readonly statuses = new Map<string, Map<number, number>>();
  requests = 0;
  shrinkRequests = 0;
  readonly #session: Session;
  readonly #onFailure: FuzzOptions['onFailure'];
  readonly #maxFailures: number;
  readonly #shrinks = new Map<string, number>();
  readonly #signatures = new Set<string>();
  #unreachable = 0;

  constructor(session: Session, { onFailure, maxFailures }: FuzzOptions) {
    this.#session = session;
    this.#onFailure = onFailure;
    this.#maxFailures = maxFailures;
  }

  get isUnreachable(): boolean {
    return this.#unreachable >= 5;
  }

  get isOver(): boolean {
    return this.isUnreachable || this.failures.length >= this.#maxFailures;
  }

  async add(outcome: Outcome): Promise<void> {
    for (const { step, reply } of outcome.exchanges) {
      this.requests++;
      const statuses = this.statuses.get(step.operation.name) ?? new Map<number, number>();
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      this.statuses.set(step.operation.name, statuses);
      this.#unreachable = /ECONNREFUSED/.test(reply.failure?.message ?? '') ? this.#unreachable + 1 : 0;
    }
    for (const failure of outcome.failures) {
      const shrinks = this.#shrinks.get(failure.key) ?? 0;
      if (shrinks >= MAX_SHRINKS || this.isOver) continue;
      this.#shrinks.set(failure.key, shrinks + 1);
      const before = this.#session.sender.sent;
      const shrunk = await shrink(outcome, failure, this.#session);
      this.shrinkRequests += this.#session.sender.sent - before;
      this.#report({ ...shrunk, check: failure.check, request: this.requests });
    }
  }

  #report(failure: FoundFailure): void {
    const signature = getSignature(failure);
    if (this.#signatures.has(signature)) return;
    this.#signatures.add(signature);
    this.failures.push(failure);
    this.#onFailure?.(failure);
  }
}

// Failures of the same check with the same kind of request have the same cause.
function getSignature({ outcome, failure, isRepeatable }: Shrunk): string {
  if (!isRepeatable) return failure.key;
  const steps = outcome.exchanges.map(({ step: { method, operation, query, headers, body, as } }) => [
    method,
    operation.path,
    as,
    query.map(([name]) => name).sort(),
    headers.map(([name]) => name),
    body && shapeOfBody(body),
  ]);
  return JSON.stringify([failure.key, steps]);
}

function shapeOfBody(body: StepBody): unknown {
  const text = getBytes(body).toString();
  try {
    return describeShape(JSON.parse(text));
  } catch {
    return text === '' ? 'empty' : body.type;
  }
}

function describeShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(describeShape);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.entries(value).map(([name, member]) => [name, describeShape(member)]);
}

import { AsyncResource } from 'node:async_hooks';
import type { Plan } from '../../core/events/dispatcher.ts';
import { messageOf } from '../../core/http/problem.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { HttpResponse } from '../../core/http/response.ts';
import type { Trace } from '../../core/trace/trace.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import { findingsOf, mayStandOut } from '../findings/findings.ts';
import type { FindingRule } from '../findings/findings.ts';
import type { Finding, Profile, ProfileData } from '../profile.ts';
import type { Redactor } from '../redaction/redaction.ts';
import type { ProfileTokenAllocator, TokenUse } from '../store/profile-token.ts';
import { createSummary } from '../summary.ts';
import { watchRequestBody, watchResponseBody } from './captured-bodies.ts';
import type { CapturedBodies } from './captured-bodies.ts';

export type RecordedContext = HttpContext<Plan, Trace>;

export interface ProfilerParts {
  readonly tokens: Pick<ProfileTokenAllocator, 'next'> & Partial<Pick<ProfileTokenAllocator, 'useOf'>>;
  readonly queue: { pushLater(create: () => Profile | undefined): void };
  readonly redactor: Redactor;
  readonly collectors: readonly Collector[];
  /** The application's collectors. Their data are redacted. */
  readonly panels: readonly Collector[];
  /** Finding rules of the host's features and of plugins. */
  readonly findings?: readonly FindingRule[];
  /** Facts about the host, shown with each profile. */
  readonly config: Readonly<Record<string, string>>;
  /** Identifies this start of the process. */
  readonly boot: string;
  /** The most bytes of each body that a profile keeps. */
  readonly bodyCap: number;
  readonly record: RecordRule;
}

/**
 * Which requests are recorded: all, those with an error status, those that take longer than `slowerThan` milliseconds, a
 * random sample (0 to 1), or only those with a signed header.
 */
export type RecordRule = 'all' | 'errors' | 'on-demand' | { readonly slowerThan: number } | { readonly sample: number };

/**
 * Records requests. It captures bodies while they pass, assigns a token before the response is sent, and creates the
 * profile after the last byte. Errors in here never fail a request.
 */
export class Profiler {
  readonly #parts: ProfilerParts;
  readonly #withoutToken = new WeakSet<RecordedContext>();
  /** Tokens of requests that have not completed. */
  readonly #running = new Set<string>();
  /** Requests that were not recorded, because no token was available or creating the profile failed. */
  unrecorded = 0;
  #hasWarned = false;

  constructor(parts: ProfilerParts) {
    this.#parts = parts;
  }

  /** Starts to capture the request body. Call it before the body is read. */
  watch(context: RecordedContext): void {
    context.profileBodies = watchRequestBody(context, this.#parts.bodyCap);
  }

  /** Returns the profile token of a request, and assigns one first if it has none; undefined if none is available. */
  tokenFor(context: RecordedContext): string | undefined {
    return (context.profileToken ??= this.#nextToken(context));
  }

  /** Returns whether the request of a token is running, or was given the token before; undefined if unknown here. */
  whereIs(token: string): 'running' | TokenUse | undefined {
    return this.#running.has(token) ? 'running' : this.#parts.tokens.useOf?.(token);
  }

  /** Returns whether a request is to be recorded. A request that already has a token always is. */
  wants(context: RecordedContext, response: HttpResponse): boolean {
    const { record } = this.#parts;
    if (record === 'all' || context.profileToken !== undefined) return true;
    if (record === 'on-demand') return false;
    if (record === 'errors') return response.status >= 400;
    if ('slowerThan' in record) return clock.now() - context.trace.began > record.slowerThan;
    return Math.random() < record.sample;
  }

  /** Starts to capture a streamed response body. Call it before the response is sent. */
  watchResponse(context: RecordedContext, response: HttpResponse): void {
    const bodies = context.profileBodies as CapturedBodies | undefined;
    if (bodies) watchResponseBody(response, bodies, this.#parts.bodyCap);
  }

  /** Creates the profile of a completed request and adds it to the queue. Does nothing for a request without a token. */
  save(context: RecordedContext, response: HttpResponse, delivery: CollectorSubject['delivery']): void {
    const token = context.profileToken;
    const bodies = context.profileBodies as CapturedBodies | undefined;
    if (token === undefined) return;
    this.#running.delete(token);
    if (bodies === undefined) return;
    const { redactor, bodyCap, queue, panels } = this.#parts;
    const create = (): Profile | undefined =>
      this.#tryToCreate({ context, response, delivery, bodies, redactor, bodyCap }, token);
    // The application's collectors can read its asynchronous storages.
    queue.pushLater(panels.length === 0 ? create : AsyncResource.bind(create));
  }

  #tryToCreate(subject: CollectorSubject, token: string): Profile | undefined {
    try {
      return this.#createProfile(subject, token);
    } catch (error) {
      this.unrecorded++;
      if (this.#hasWarned) return undefined;
      this.#hasWarned = true;
      process.emitWarning(`Cannot create the profile of a request: ${messageOf(error)}`, 'ProfilerWarning');
      return undefined;
    }
  }

  #createProfile(subject: CollectorSubject, token: string): Profile {
    const began = clock.now();
    const { collectors, findings: rules = [], boot, config } = this.#parts;
    const summary = createSummary(subject, token, boot);
    const collected: Record<string, unknown> = {};
    for (const collector of collectors) collected[collector.name] = runCollector(collector, subject);
    const data = collected as unknown as { -readonly [Key in keyof ProfileData]: ProfileData[Key] };
    const mayHaveFindings = rules.length > 0 || mayStandOut(summary, data);
    data.findings = mayHaveFindings ? findingsOf({ summary, data }, rules) : NO_FINDINGS;
    data.config = config;
    data.panels = this.#collectPanels(subject);
    const { dropped } = subject.context.trace;
    data.dropped = dropped === 0 ? NOTHING_DROPPED : { entries: dropped };
    summary.findings = data.findings.map(({ code }) => code);
    summary.cost = Math.round((clock.now() - began) * 1000);
    return { summary, data };
  }

  #collectPanels(subject: CollectorSubject): Record<string, unknown> {
    const panels: Record<string, unknown> = {};
    for (const panel of this.#parts.panels)
      panels[panel.name] = this.#parts.redactor.value(runCollector(panel, subject));
    return panels;
  }

  #nextToken(context: RecordedContext): string | undefined {
    // A request with an error asks for its token twice: for the error page and for the response header.
    if (this.#withoutToken.has(context)) return undefined;
    const token = this.#parts.tokens.next();
    if (token === undefined) {
      this.#withoutToken.add(context);
      this.unrecorded++;
      return undefined;
    }
    // A bound on the memory that requests without an end can take.
    if (this.#running.size >= MOST_RUNNING) this.#running.clear();
    this.#running.add(token);
    return token;
  }
}

// Reading the global `performance` is slow, because it is a getter.
const clock = performance;
const MOST_RUNNING = 100_000;
const NO_FINDINGS: readonly Finding[] = [];
const NOTHING_DROPPED = Object.freeze({});

// The data of a failed collector are its error.
function runCollector(collector: Collector, subject: CollectorSubject): unknown {
  try {
    const collected = collector.collect(subject);
    if (!(collected instanceof Promise)) return collected;
    // An unhandled rejection would end the process.
    collected.catch(() => undefined);
    return { failed: `Collector "${collector.name}" returned a promise; it must return its data synchronously` };
  } catch (error) {
    return { failed: `Collector "${collector.name}" failed: ${messageOf(error)}` };
  }
}

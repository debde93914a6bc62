import { AsyncResource } from 'node:async_hooks';
import type { Plan } from '../../core/events/dispatcher.ts';
import { messageOf } from '../../core/http/problem.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { HttpResponse } from '../../core/http/response.ts';
import type { Trace } from '../../core/trace/trace.ts';
import { watchRequestBody, watchResponseBody } from './captured-bodies.ts';
import type { CapturedBodies } from './captured-bodies.ts';
import type { Collector, CollectorSubject } from '../collector.ts';
import { findingsOf, mayStandOut } from '../findings/findings.ts';
import { ProfilePacker } from '../store/packing/packed-profile.ts';
import type { ProfileTokenAllocator, TokenUse } from '../store/profile-token.ts';
import type { Finding, ProfileData } from '../profile.ts';
import type { StoredProfile } from '../store/profile-storage.ts';
import type { Redactor } from '../redaction/redaction.ts';
import { summarise } from '../summary.ts';
import type { FindingRule } from '../findings/findings.ts';

export type RecordedContext = HttpContext<Plan, Trace>;

export interface ProfilerParts {
  readonly tokens: Pick<ProfileTokenAllocator, 'next'> & Partial<Pick<ProfileTokenAllocator, 'useOf'>>;
  readonly queue: { later(make: () => StoredProfile): void };
  readonly redactor: Redactor;
  readonly collectors: readonly Collector[];
  /** Collectors of the application's own; what they give is one panel each. */
  readonly panels: readonly Collector[];
  /** Findings of the application's plugins. */
  readonly findings?: readonly FindingRule[];
  readonly config: Readonly<Record<string, string>>;
  readonly boot: string;
  /** Bytes kept of each body. Default 64 KB. */
  readonly bodyCap: number;
  /** Which requests are recorded. Default all. */
  readonly record: RecordRule;
}

/**
 * Which requests are recorded: all, those answered with an error, slow ones, a part of them by chance, or only those
 * that ask for it with a signed header.
 */
export type RecordRule = 'all' | 'errors' | 'on-demand' | { readonly slowerThan: number } | { readonly sample: number };

/**
 * Records requests: watches what passes, names the profile before the answer leaves, and after the last byte collects,
 * redacts and hands over to the queue. Nothing here may fail a request.
 */
export class Profiler {
  readonly #parts: ProfilerParts;
  readonly #packer: ProfilePacker;
  /** Collectors of parts that an ordinary request writes without making them first, and all others. */
  readonly #straight: readonly Collector[];
  readonly #others: readonly Collector[];
  readonly #nameless = new WeakSet<RecordedContext>();
  /** Names of requests that have one and are not over: their profiles are still to come. */
  readonly #running = new Set<string>();
  /** Requests that could not be recorded, because no name was to be had. */
  unrecorded = 0;

  constructor(parts: ProfilerParts) {
    this.#parts = parts;
    const repeating = parts.collectors.filter(({ repeats }) => repeats === true);
    this.#straight = parts.collectors.filter((each) => each.write !== undefined);
    this.#others = parts.collectors.filter((each) => each.write === undefined);
    this.#packer = new ProfilePacker(['config', ...repeating.map(({ name }) => name)], this.#straight);
  }

  /** Before anybody reads the request. */
  watch(context: RecordedContext): void {
    context.profileBodies = watchRequestBody(context, this.#parts.bodyCap);
  }

  /** The name this request is recorded under; undefined when there is none to be had. */
  tokenFor(context: RecordedContext): string | undefined {
    return (context.profileToken ??= this.#nextToken(context));
  }

  /** What became of a name, as far as this process knows: its request is running, or over, or there was none so far. */
  whereIs(token: string): 'running' | TokenUse | undefined {
    return this.#running.has(token) ? 'running' : this.#parts.tokens.useOf?.(token);
  }

  /** Is this request to be recorded? An error that was given a name already is, whatever the rule. */
  wants(context: RecordedContext, response: HttpResponse): boolean {
    const { record } = this.#parts;
    if (record === 'all' || context.profileToken !== undefined) return true;
    if (record === 'on-demand') return false;
    if (record === 'errors') return response.status >= 400;
    if ('slowerThan' in record) return clock.now() - context.trace.began > record.slowerThan;
    return Math.random() < record.sample;
  }

  /** Before a streaming answer leaves. */
  watchResponse(context: RecordedContext, response: HttpResponse): void {
    const bodies = context.profileBodies as CapturedBodies | undefined;
    if (bodies) watchResponseBody(response, bodies, this.#parts.bodyCap);
  }

  /** After the last byte. */
  save(context: RecordedContext, response: HttpResponse, delivery: CollectorSubject['delivery']): void {
    const token = context.profileToken;
    const bodies = context.profileBodies as CapturedBodies | undefined;
    if (token === undefined) return;
    this.#running.delete(token);
    if (bodies === undefined) return;
    const { redactor, bodyCap, queue, panels } = this.#parts;
    const make = (): StoredProfile =>
      this.#profileOf({ context, response, delivery, bodies, redactor, bodyCap }, token);
    // Panels of the application may look into storages of their own, and must find what belongs to this request.
    queue.later(panels.length === 0 ? make : AsyncResource.bind(make));
  }

  #profileOf(subject: CollectorSubject, token: string): StoredProfile {
    const began = clock.now();
    const { context } = subject;
    const recorded = summarise(subject, token, this.#parts.boot);
    const data = this.#collect(subject, this.#others);
    const isOrdinary =
      (this.#parts.findings ?? []).length === 0 &&
      !mayStandOut(recorded, data, context.trace.spans) &&
      !changesQueries(recorded.dbCount, subject);
    if (!isOrdinary) {
      Object.assign(data, this.#collect(subject, this.#straight));
      const findings = findingsOf({ summary: recorded, data: data as ProfileData }, this.#parts.findings);
      data.findings = findings;
      recorded.findings = findings.map(({ code }) => code);
    }
    recorded.cost = Math.round((clock.now() - began) * 1000);
    return this.#packer.pack(recorded, this.#complete(data, subject), isOrdinary ? subject : undefined);
  }

  #collect(subject: CollectorSubject, collectors: readonly Collector[]): Partial<Open<ProfileData>> {
    const data: Record<string, unknown> = {};
    for (const collector of collectors) data[collector.name] = attempt(collector, subject);
    return data;
  }

  #complete(data: Partial<Open<ProfileData>>, subject: CollectorSubject): Partial<ProfileData> {
    const panels: Record<string, unknown> = {};
    for (const panel of this.#parts.panels) panels[panel.name] = this.#parts.redactor.value(attempt(panel, subject));
    const { dropped } = subject.context.trace;
    data.config = this.#parts.config;
    data.panels = panels;
    data.dropped = dropped === 0 ? NOTHING_DROPPED : { entries: dropped };
    data.findings ??= NO_FINDINGS;
    return data;
  }

  #nextToken(context: RecordedContext): string | undefined {
    // An error asks twice: for its page, and for the answer.
    if (this.#nameless.has(context)) return undefined;
    const token = this.#parts.tokens.next();
    if (token !== undefined) {
      // Nobody has so many at a time; whatever may leave one behind must not fill the memory.
      if (this.#running.size >= MOST_RUNNING) this.#running.clear();
      this.#running.add(token);
      return token;
    }
    this.#nameless.add(context);
    this.unrecorded++;
    return undefined;
  }
}

const MOST_RUNNING = 100_000;
const clock = performance;

type Open<T> = { -readonly [Key in keyof T]: T[Key] };

// Statements that differ in a secret and nothing else are one, once it is hidden; then they may be too many.
function changesQueries(count: number, { context, redactor }: CollectorSubject): boolean {
  if (count < FEW) return false;
  return context.trace.spans.some(({ kind, details }) => {
    const sql = details?.['sql'];
    return kind === 'db' && (typeof sql !== 'string' || sql.length > LONGEST || redactor.sql(sql) !== sql);
  });
}

const FEW = 3;
const LONGEST = 4_096;
const NO_FINDINGS: readonly Finding[] = [];
const NOTHING_DROPPED = Object.freeze({});

// A collector that fails shows its failure where its data would have been.
function attempt(collector: Collector, subject: CollectorSubject): unknown {
  try {
    const collected = collector.collect(subject);
    if (!(collected instanceof Promise)) return collected;
    // Nobody waits for it, and what becomes of it must not end the process.
    collected.catch(() => undefined);
    return { failed: `Collector "${collector.name}" gave a promise; it has to give its data at once` };
  } catch (error) {
    return { failed: `Collector "${collector.name}" failed: ${messageOf(error)}` };
  }
}

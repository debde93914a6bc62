import { AsyncResource } from 'node:async_hooks';
import { Memo, isPromise, getMessage } from 'oriel-core/http';
import { readableError } from 'oriel-core/trace';
import type { HttpContext, HttpResponse } from 'oriel-core/http';
import type { Trace } from 'oriel-core/trace';
import type { Collector, CollectorSubject } from './collector.ts';
import { getFindings, mayHaveFindings } from './findings/findings.ts';
import type { FindingRule } from './findings/findings.ts';
import type { Finding, Profile, ProfileData, ProfileSummary, RecordedView } from '../profile/profile.ts';
import { NO_LINKS } from '../profile/view-model.ts';
import type { Panel, PanelView } from '../profile/view-model.ts';
import { getProfileIds } from './profile-ids.ts';
import type { ProfileIds } from './profile-ids.ts';
import type { Redactor } from './redaction/redactor.ts';
import type { ProfileTokenAllocator, TokenState } from '../store/profile-token.ts';
import { createSummary } from './summary.ts';
import type { MutableSummary } from './summary.ts';
import { watchRequestBody, watchResponseBody } from './captured-bodies.ts';
import type { CapturedBodies } from './captured-bodies.ts';
import type { KeepRule, NotKept } from './keep-rule.ts';
import type { RecordedExchange, RecordedResponseHead } from './recorded-exchange.ts';
import type { VisitorIds } from './visitor/visitor-ids.ts';
import { RunningRequests } from './running-requests.ts';
import { JSON, performance } from 'oriel-core/builtins';

export interface ProfilerParts<Exchange extends RecordedExchange> {
  readonly tokens: Pick<ProfileTokenAllocator, 'next'> & Partial<Pick<ProfileTokenAllocator, 'getUse' | 'lateLease'>>;
  readonly queue: {
    pushLater(create: () => Profile | undefined, isFinished?: () => boolean): void;
    reportLost?(count: number): void;
  };
  readonly redactor: Redactor;
  readonly collectors: readonly Collector<Exchange>[];
  /** The application's collectors. Their data are redacted. */
  readonly panels: readonly (Collector<Exchange> & Partial<Pick<Panel, 'title' | 'view'>>)[];
  /** Finding rules of the host's features and of plugins. */
  readonly findings?: readonly FindingRule[];
  /** Returns facts about the application, shown with each profile. */
  readonly config: () => Readonly<Record<string, string>>;
  /** The name of the application. */
  readonly app: string;
  /** Identifies this start of the process. */
  readonly boot: string;
  /** Assigns ids to visitors; without it, profiles have none. */
  readonly visitors?: VisitorIds | undefined;
  /** The most bytes of each body that a profile keeps. */
  readonly bodyCap: number;
  readonly keepRule: KeepRule;
  /** Exports the profiles that are kept. */
  readonly exporter?: { push(profile: Profile, ids: ProfileIds): void } | undefined;
  /** Called once with a problem of the recorder. */
  readonly report: (problem: string) => void;
  /** Called when the profile of a request was created, or when it is clear that there will be none. */
  readonly release?: (context: Exchange) => void;
}

/**
 * Records requests. It captures bodies while they pass, assigns a token before the response is sent, and creates the
 * profile after the last byte. Errors in here never fail a request.
 */
export class Profiler<Exchange extends RecordedExchange> {
  readonly #parts: ProfilerParts<Exchange>;
  readonly #withoutToken = new WeakSet<Exchange>();
  /** The number of completed requests that wait for a token. */
  #waiting = 0;
  readonly #running = new RunningRequests<Exchange>();
  /** Requests whose profiles are kept whatever the rule is. */
  readonly #demanded = new WeakSet<Exchange>();
  /** Tokens of profiles that were not kept. */
  readonly #notKept = new Memo<NotKept>(MAX_NOT_KEPT);
  /** Requests that were not recorded, because no token was available or creating the profile failed. */
  unrecorded = 0;
  #hasWarned = false;

  constructor(parts: ProfilerParts<Exchange>) {
    this.#parts = parts;
  }

  /** Starts to capture the request body. Call it before the body is read. */
  watch(context: Exchange & HttpContext): void {
    context.profileBodies = watchRequestBody(context, this.#parts.bodyCap);
  }

  /** Returns the profile token of a request, and assigns one first if it has none; undefined if none is available. */
  tokenFor(context: Exchange): string | undefined {
    return (context.profileToken ??= this.#nextToken(context));
  }

  /** The requests that have a token and have not completed. */
  get running(): readonly Exchange[] {
    return this.#running.all;
  }

  /** Returns the state of a token in this process; undefined if it is unknown. */
  locateToken(token: string): TokenState | undefined {
    if (this.running.some(({ profileToken }) => profileToken === token)) return 'running';
    return this.#notKept.get(token) ?? this.#parts.tokens.getUse?.(token);
  }

  /** Keeps the profile of a request whatever the rule is. */
  demand(context: Exchange): void {
    this.#demanded.add(context);
  }

  /** Starts to capture a streamed response body. Call it before the response is sent. */
  watchResponse(context: Exchange, response: HttpResponse): void {
    const bodies = context.profileBodies as CapturedBodies | undefined;
    if (bodies) watchResponseBody(response, bodies, this.#parts.bodyCap);
  }

  /** Creates the profile of a completed request and adds it to the queue. Does nothing for a request that asked for no token. */
  save(context: Exchange, response: RecordedResponseHead, delivery: CollectorSubject['delivery']): void {
    if (context.profileToken === undefined && this.#withoutToken.delete(context))
      return this.#assignLate(context, () => this.save(context, response, delivery));
    const token = context.profileToken;
    const bodies = context.profileBodies as CapturedBodies | undefined;
    const { queue, panels, release } = this.#parts;
    this.#running.delete(context);
    if (token === undefined || bodies === undefined) return release?.(context);
    const create = (): Profile | undefined => {
      const profile = this.#tryToCreate(() => this.#subject(context, response, delivery, bodies), token);
      release?.(context);
      return profile;
    };
    // The application's collectors can read its asynchronous storages.
    const { trace } = context;
    queue.pushLater(panels.length === 0 ? create : AsyncResource.bind(create), () => trace.open === 0);
  }

  /**
   * Returns the summary of a request whose response is about to be sent, and the findings about its queries, calls and logs
   * so far; undefined if it has no token.
   */
  preview(
    context: Exchange,
    response: RecordedResponseHead,
  ): { readonly summary: ProfileSummary; readonly findings: readonly Finding[] } | undefined {
    const { profileToken: token } = context;
    if (token === undefined) return undefined;
    const { collectors, findings: rules = [] } = this.#parts;
    const delivery = { bytes: 0, milliseconds: clock.now() - context.trace.began, aborted: false };
    const bodies = { request: undefined, response: undefined };
    const subject = this.#subject(context, { ...response, body: null }, delivery, bodies);
    const summary = createSummary(subject, token, this.#parts);
    const data: Record<string, unknown> = {};
    for (const collector of collectors)
      if (PREVIEWED.has(collector.name)) data[collector.name] = runCollector(collector, subject);
    return { summary, findings: getFindings({ summary, data: data as unknown as ProfileData }, rules) };
  }

  #subject(
    context: Exchange,
    response: RecordedResponseHead,
    delivery: CollectorSubject['delivery'],
    bodies: CapturedBodies,
  ): CollectorSubject<Exchange> {
    const { redactor, bodyCap } = this.#parts;
    return { context, url: redactor.url(context.url, context.params), response, delivery, bodies, redactor, bodyCap };
  }

  #tryToCreate(subject: () => CollectorSubject<Exchange>, token: string): Profile | undefined {
    try {
      return this.#createKept(subject(), token);
    } catch (error) {
      this.unrecorded++;
      this.#warn('create', error);
      return undefined;
    }
  }

  #warn(what: string, error: unknown): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#parts.report(`Cannot ${what} the profile of a request: ${getMessage(readableError(error))}`);
  }

  // Most rules need the summary only, so profiles that are not kept cost little.
  #createKept(subject: CollectorSubject<Exchange>, token: string): Profile | undefined {
    const began = clock.now();
    const { keepRule } = this.#parts;
    const summary = createSummary(subject, token, this.#parts);
    const early = this.#demanded.has(subject.context) ? KEPT : keepRule.decide(summary);
    if (early !== undefined && 'reason' in early) return this.#leaveOut(token, early.reason);
    const data = this.#collect(subject, summary);
    summary.cost = Math.round((clock.now() - began) * 1000);
    const decision = early ?? keepRule.decide(summary, data) ?? KEPT;
    if ('reason' in decision) return this.#leaveOut(token, decision.reason);
    summary.weight = decision.weight;
    const profile = { summary, data };
    this.#export(profile, subject.context.trace);
    return profile;
  }

  // A profile that cannot be exported is stored nevertheless.
  #export(profile: Profile, trace: Trace): void {
    const { exporter } = this.#parts;
    const ids = exporter && getProfileIds(trace);
    if (ids === undefined) return;
    try {
      exporter!.push(profile, ids);
    } catch (error) {
      this.#warn('export', error);
    }
  }

  #leaveOut(token: string, reason: NotKept): undefined {
    this.#notKept.set(token, reason);
  }

  #collect(subject: CollectorSubject<Exchange>, summary: MutableSummary): ProfileData {
    const { collectors, findings: rules = [], config } = this.#parts;
    const collected: Record<string, unknown> = {};
    for (const collector of collectors) collected[collector.name] = runCollector(collector, subject);
    const data = collected as unknown as { -readonly [Key in keyof ProfileData]: ProfileData[Key] };
    data.dropped = subject.context.trace.dropped;
    const needsRules = rules.length > 0 || mayHaveFindings(summary, data);
    data.findings = needsRules ? getFindings({ summary, data }, rules) : NO_FINDINGS;
    data.config = config();
    data.panels = this.#collectPanels(subject);
    if (this.#parts.panels.length > 0) data.views = this.#drawPanels({ summary, data });
    summary.findings = [...new Set(data.findings.map(({ code }) => code))];
    return data;
  }

  #collectPanels(subject: CollectorSubject<Exchange>): Record<string, unknown> {
    const panels: Record<string, unknown> = {};
    for (const panel of this.#parts.panels)
      panels[panel.name] = this.#parts.redactor.value(runCollector(panel, subject));
    return panels;
  }

  #drawPanels(profile: Profile): Record<string, RecordedView> {
    const views: Record<string, RecordedView> = {};
    for (const { name, title, view: draw } of this.#parts.panels) {
      const view = draw === undefined ? undefined : tryToDraw(() => draw(profile, NO_LINKS));
      if (view !== undefined) views[name] = { title: title ?? name, view };
    }
    return views;
  }

  #nextToken(context: Exchange): string | undefined {
    // A request with an error asks for its token twice: for the error page and for the response header.
    if (this.#withoutToken.has(context)) return undefined;
    const token = this.#parts.tokens.next();
    if (token === undefined) this.#withoutToken.add(context);
    else this.#running.add(context);
    return token;
  }

  // The first requests of a process may end before a storage on another machine has leased tokens. Their responses have no
  // token; their profiles get one when the storage has answered.
  #assignLate(context: Exchange, save: () => void): void {
    const { tokens, queue, release } = this.#parts;
    const assign = (): void => {
      context.profileToken = tokens.next();
      if (context.profileToken !== undefined) return save();
      this.unrecorded++;
      queue.reportLost?.(1);
      release?.(context);
    };
    const { lateLease } = tokens;
    if (lateLease === undefined || this.#waiting >= MAX_WAITING) return assign();
    this.#waiting++;
    void lateLease.then(() => {
      this.#waiting--;
      assign();
    });
  }
}

// Reading the global `performance` is slow, because it is a getter.
const clock = performance;
// These read only the trace.
const PREVIEWED: ReadonlySet<string> = new Set(['spans', 'logs']);
// The pages of this process draw the panel again and show its error. A promise is not a view.
function tryToDraw(draw: () => PanelView | undefined): PanelView | undefined {
  try {
    const view = draw();
    // An unhandled rejection would end the process.
    if (isPromise(view)) return void view.then(undefined, () => undefined);
    const text = JSON.stringify(view);
    return text === undefined || text.length > MAX_VIEW ? undefined : (JSON.parse(text) as PanelView);
  } catch {
    return undefined;
  }
}

const MAX_VIEW = 100_000;
const MAX_NOT_KEPT = 10_000;
// Each holds its captured bodies.
const MAX_WAITING = 100;
const KEPT = { weight: 1 };
const NO_FINDINGS: readonly Finding[] = [];

// The data of a failed collector are its error.
function runCollector<E extends RecordedExchange>(collector: Collector<E>, subject: CollectorSubject<E>): unknown {
  try {
    const collected = collector.collect(subject);
    if (!isPromise(collected)) return collected;
    // An unhandled rejection would end the process.
    collected.then(undefined, () => undefined);
    return { failed: `Collector "${collector.name}" returned a promise; it must return its data synchronously` };
  } catch (error) {
    return { failed: `Collector "${collector.name}" failed: ${getMessage(readableError(error))}` };
  }
}

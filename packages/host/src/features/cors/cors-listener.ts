import type { Subscriber } from '../../events/subscriber.ts';
import { ALLOW_ORIGIN, CORS_HEADERS, corsHeaders, isPreflight, PREFLIGHT } from '../../http/cors-headers.ts';
import { HttpResponse, andThen } from 'oriel-core/http';
import { addVary } from '../../http/headers/vary.ts';
import type { MaybePromise } from 'oriel-core/http';
import type { RequestContext, RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import { comparablePath } from '../../routing/request-path.ts';
import { preflightHeadersFor, validatePreflight } from './preflight.ts';
import type { CompiledRule } from './compiled-rule.ts';
import type { CorsPolicy } from './cors-policy.ts';
import type { MatchReason } from './origin-matcher.ts';

/** Sets CORS headers on every response, errors included, and answers preflight requests before routing. */
export class CorsListener implements Subscriber {
  readonly name = 'CorsListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.response': (event: ResponseEvent) => this.onResponse(event),
  };
  readonly #policy: CorsPolicy;

  constructor(policy: CorsPolicy) {
    this.#policy = policy;
  }

  onRequest(event: RequestEvent): MaybePromise<void> {
    const { context } = event;
    if (context.method !== 'OPTIONS' || context.parent !== undefined || !isPreflight(context)) return;
    const rule = getRule(this.#policy, context);
    if (rule === undefined || context.headers.get('origin') === context.origin) return;
    const reason = matchOrigin(rule, context);
    return andThen(reason, (resolved) => answerPreflight(event, rule, resolved));
  }

  onResponse(event: ResponseEvent): MaybePromise<void> {
    const { context, response } = event;
    if (context.parent !== undefined) return;
    const rule = getRule(this.#policy, context);
    if (rule === undefined) return;
    const { headers } = response;
    // The rule decides alone: CORS headers that a handler copied from another response are removed.
    if (headers.has(ALLOW_ORIGIN)) for (const name of CORS_HEADERS) headers.delete(name);
    const origin = context.headers.get('origin');
    if (!rule.originMatcher.matchesAll) {
      addVary(headers, 'Origin');
      if (origin === undefined) return;
      if (origin === context.origin) return trace(context, 'not needed', `${origin} is this host's own origin`);
    }
    const reason =
      context.attributeCount > 0 && isPreflight(context) && context.attributes.has(PREFLIGHT)
        ? (context.attributes.get(PREFLIGHT) as MatchReason)
        : matchOrigin(rule, context);
    return andThen(reason, (resolved) => writeHeaders(event, rule, resolved));
  }
}

const ALL = 'every origin is allowed';

// Every spelling of a path that finds a route also finds its rule.
function getRule(policy: CorsPolicy, { path }: RequestContext): CompiledRule | undefined {
  return policy.ruleFor(comparablePath(path));
}

function matchOrigin(rule: CompiledRule, context: RequestContext): MatchReason | Promise<MatchReason> {
  if (rule.originMatcher.matchesAll) return ALL;
  return rule.originMatcher.match(context.headers.get('origin')!, context);
}

// An origin that is not allowed gets no CORS headers and no reason, as the Fetch standard has it.
function answerPreflight(event: RequestEvent, rule: CompiledRule, reason: MatchReason): void {
  const { context } = event;
  context.attributes.set(PREFLIGHT, reason);
  const error = reason === undefined ? undefined : validatePreflight(rule, context);
  if (context.trace.recording && reason !== undefined)
    context.trace.decide(
      'cors preflight',
      error ? 'refused' : 'answered',
      error?.message ?? 'the method and the headers are allowed',
    );
  if (error) event.fail(error);
  else event.respond(new HttpResponse(204));
}

function writeHeaders({ context, response }: ResponseEvent, rule: CompiledRule, reason: MatchReason): void {
  const { list } = response.headers;
  const { matchesAll } = rule.originMatcher;
  const origin = context.headers.get('origin');
  if (origin !== undefined && context.trace.recording) {
    const because = reason ?? (origin === 'null' ? NULL_NOT_LISTED : 'it is not listed');
    trace(
      context,
      reason === undefined ? 'not allowed' : 'allowed',
      `${origin.slice(0, 300)}: ${because} (${rule.name})`,
    );
  }
  if (reason === undefined) return;
  // An origin that matched is listed or has the syntax of an origin, so it is safe in a header.
  const allowed = matchesAll ? '*' : origin!;
  if (!isPreflight(context)) return void list.push(...corsHeaders(allowed, rule.credentials, rule.exposedHeaders));
  list.push(...corsHeaders(allowed, rule.credentials, ''), ...preflightHeadersFor(rule, context));
}

const NULL_NOT_LISTED = 'null is allowed only if it is listed';

function trace(context: RequestContext, outcome: string, because: string): void {
  if (context.trace.recording) context.trace.decide('cors', outcome, because);
}

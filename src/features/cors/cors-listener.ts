import type { Subscriber } from '../../core/events/subscriber.ts';
import { HttpResponse } from '../../core/http/response.ts';
import { addVary } from '../../core/http/headers/vary.ts';
import { isPromise } from '../../core/http/promises.ts';
import type { RequestContext, RequestEvent, ResponseEvent } from '../../core/kernel/events.ts';
import { comparablePath } from '../../core/routing/path-decoding.ts';
import { isPreflight, preflightFlaw, writePreflight } from './preflight.ts';
import type { CompiledRule } from './compiled-rule.ts';
import type { CorsPolicy } from './cors-policy.ts';
import type { Reason } from './admission.ts';
import { PREFLIGHT } from '../../core/listeners/preflight-mark.ts';

/**
 * Tells browsers which pages of other origins may read an answer, on every answer there is, errors too; and answers their
 * questions beforehand, whether or not anything is there to be routed to.
 */
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

  onRequest(event: RequestEvent): void | Promise<void> {
    const { context } = event;
    if (context.method !== 'OPTIONS' || context.parent !== undefined || !isPreflight(context)) return;
    const rule = ruleOf(this.#policy, context);
    if (rule === undefined || context.headers.get('origin') === context.origin) return;
    const reason = admitted(rule, context);
    return isPromise(reason)
      ? reason.then((late) => answerPreflight(event, rule, late))
      : answerPreflight(event, rule, reason);
  }

  onResponse(event: ResponseEvent): void | Promise<void> {
    const { context, response } = event;
    if (context.parent !== undefined) return;
    const rule = ruleOf(this.#policy, context);
    if (rule === undefined) return;
    const { headers } = response;
    // One place decides: a handler that passes on somebody else's answer passes on nothing of this.
    if (headers.has(ALLOW_ORIGIN)) for (const name of OURS) headers.delete(name);
    const origin = context.headers.get('origin');
    if (!rule.admission.everybody) {
      addVary(headers, 'Origin');
      if (origin === undefined) return;
      if (origin === context.origin) return decide(context, 'not needed', `${origin} is this host's own origin`);
    }
    const reason =
      context.attributeCount > 0 && isPreflight(context) && context.attributes.has(PREFLIGHT)
        ? (context.attributes.get(PREFLIGHT) as Reason)
        : admitted(rule, context);
    return isPromise(reason) ? reason.then((late) => write(event, rule, late)) : write(event, rule, reason);
  }
}

const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';
const OURS = [ALLOW_ORIGIN, 'Access-Control-Allow-Credentials', 'Access-Control-Expose-Headers'];
const EVERYBODY = 'everybody may read it';

// Every spelling that finds a route finds its rule.
function ruleOf(policy: CorsPolicy, { path }: RequestContext): CompiledRule | undefined {
  return policy.ruleFor(comparablePath(path));
}

function admitted(rule: CompiledRule, context: RequestContext): Reason | Promise<Reason> {
  if (rule.admission.everybody) return EVERYBODY;
  return rule.admission.of(context.headers.get('origin')!, context);
}

// Whoever is not admitted learns nothing but that: no header is the standard's way to say no.
function answerPreflight(event: RequestEvent, rule: CompiledRule, reason: Reason): void {
  const { context } = event;
  context.attributes.set(PREFLIGHT, reason);
  const flaw = reason === undefined ? undefined : preflightFlaw(rule, context);
  if (context.trace.recording && reason !== undefined)
    context.trace.decide('cors preflight', flaw ? 'refused' : 'answered', flaw?.message ?? MAY_BE_SENT);
  if (flaw) event.fail(flaw);
  else event.respond(new HttpResponse(204));
}

function write({ context, response }: ResponseEvent, rule: CompiledRule, reason: Reason): void {
  const { headers } = response;
  const { everybody } = rule.admission;
  const origin = context.headers.get('origin');
  if (origin !== undefined && context.trace.recording) {
    const because = reason ?? (origin === 'null' ? NULL : 'it is not listed');
    decide(
      context,
      reason === undefined ? 'not allowed' : 'allowed',
      `${origin.slice(0, 300)}: ${because} (${rule.name})`,
    );
  }
  if (reason === undefined) return;
  // What is written back was compared with a name, or is spelled like an origin: it holds nothing that a header must not.
  const value = everybody ? '*' : origin!;
  if (!isPreflight(context)) return void headers.list.push(ALLOW_ORIGIN, value, ...rule.onAnswers);
  headers.list.push(ALLOW_ORIGIN, value, ...rule.onPreflights);
  writePreflight(rule, context, headers);
}

const MAY_BE_SENT = 'what it asks about may be sent';
const NULL = 'null is admitted by its name alone, and is not listed';

function decide({ trace }: RequestContext, outcome: string, because: string): void {
  if (trace.recording) trace.decide('cors', outcome, because);
}

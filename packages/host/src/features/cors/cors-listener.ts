import type { Subscriber } from '../../events/subscriber.ts';
import {
  ALLOW_ORIGIN,
  CORS_HEADERS,
  corsHeaders,
  isPreflight,
  PREFLIGHT,
  preflightHeaders,
} from '../../http/cors-headers.ts';
import { HttpResponse, andThen, BadRequestError, MethodNotAllowedError, withoutStack, isToken } from 'oriel-core/http';
import { addVary } from '../../http/headers/vary.ts';
import type { HttpContext, HttpError } from 'oriel-core/http';
import type { RequestContext, RequestEvent, ResponseEvent } from '../../kernel/events.ts';
import { comparablePath } from '../../routing/request-path.ts';
import type { CompiledRule, CorsPolicy } from './cors-policy.ts';
import type { MatchReason } from './origin-matcher.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** Sets CORS headers on every response, errors included, and answers preflight requests before routing. */
export function createCorsListener(policy: CorsPolicy): Subscriber {
  // Every spelling of a path that finds a route also finds its rule.
  const getRule = ({ path }: RequestContext): CompiledRule | undefined => policy.ruleFor(comparablePath(path));
  return {
    name: 'CorsListener',
    on: {
      'kernel.request'(event: RequestEvent) {
        const { context } = event;
        if (context.method !== 'OPTIONS' || context.parent !== undefined || !isPreflight(context)) return;
        const rule = getRule(context);
        if (rule === undefined || context.headers.get('origin') === context.origin) return;
        return andThen(matchOrigin(rule, context), (reason) => answerPreflight(event, rule, reason));
      },
      'kernel.response'(event: ResponseEvent) {
        const { context, response } = event;
        if (context.parent !== undefined) return;
        const rule = getRule(context);
        if (rule === undefined) return;
        const { headers } = response;
        // The rule decides alone: CORS headers that a handler copied from another response are removed.
        if (headers.has(ALLOW_ORIGIN)) for (const name of CORS_HEADERS) headers.delete(name);
        const origin = context.headers.get('origin');
        if (!rule.originMatcher.matchesAll) {
          addVary(headers, 'Origin');
          if (origin === undefined) return;
          if (origin === context.origin) {
            if (context.trace.recording)
              context.trace.decide('cors', 'not needed', `${origin} is this host's own origin`);
            return;
          }
        }
        const reason =
          context.attributeCount > 0 && isPreflight(context) && context.attributes.has(PREFLIGHT)
            ? (context.attributes.get(PREFLIGHT) as MatchReason)
            : matchOrigin(rule, context);
        return andThen(reason, (resolved) => writeHeaders(event, rule, resolved));
      },
    },
  };
}

function matchOrigin(rule: CompiledRule, context: RequestContext): MatchReason | Promise<MatchReason> {
  if (rule.originMatcher.matchesAll) return 'every origin is allowed';
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
    const because = reason ?? (origin === 'null' ? 'null is allowed only if it is listed' : 'it is not listed');
    const outcome = reason === undefined ? 'not allowed' : 'allowed';
    context.trace.decide('cors', outcome, `${origin.slice(0, 300)}: ${because} (${rule.name})`);
  }
  if (reason === undefined) return;
  // An origin that matched is listed or has the syntax of an origin, so it is safe in a header.
  const allowed = matchesAll ? '*' : origin!;
  if (!isPreflight(context)) return void list.push(...corsHeaders(allowed, rule.credentials, rule.exposedHeaders));
  list.push(...corsHeaders(allowed, rule.credentials, ''), ...preflightHeadersFor(rule, context));
}

// Returns undefined if the rule allows the request.
function validatePreflight(rule: CompiledRule, { headers }: HttpContext): HttpError | undefined {
  const method = headers.get('access-control-request-method') ?? '';
  // Methods are case-sensitive: browsers write only the usual ones in upper case.
  if (!(rule.methods?.has(method) ?? isUsable(method))) {
    const allowed = rule.methods ? [...rule.listedMethods] : [...DEFAULT_ALLOWED];
    const detail = message('cors.method-not-allowed', { method: quoted(method), methods: allowed.join(', ') });
    const options = { type: '/problems/cors-method', code: 'ORIEL_CORS_METHOD' };
    return withoutStack(() => new MethodNotAllowedError(allowed, detail, options));
  }
  const refused = parseHeaderNames(headers.get('access-control-request-headers')).find((name) => !allows(rule, name));
  if (refused === undefined) return undefined;
  const options = { type: '/problems/cors-header', code: 'ORIEL_CORS_HEADER' };
  return withoutStack(() => new BadRequestError(describeHeader(refused, rule), options));
}

function preflightHeadersFor(rule: CompiledRule, { headers }: HttpContext): string[] {
  const method = headers.get('access-control-request-method')!;
  const names = parseHeaderNames(headers.get('access-control-request-headers'));
  // With credentials, browsers read `*` as a literal name, so a rule for any method or header returns those requested.
  return preflightHeaders({
    methods: rule.methods ? methodsFor(rule, method) : isUsable(method) ? method : '',
    headers: rule.headers ? rule.headersText : names.every((name) => isToken(name)) ? names.join(', ') : '',
    maxAgeSeconds: MAX_AGE_SECONDS,
  });
}

// A method that a listed one implies is added if it is requested.
function methodsFor({ methods, listedMethods, methodsText }: CompiledRule, method: string): string {
  return methods!.has(method) && !listedMethods.includes(method) ? `${methodsText}, ${method}` : methodsText;
}

/** How long browsers may cache the response. They limit it to two hours or a day. */
const MAX_AGE_SECONDS = 3_600;

const DEFAULT_ALLOWED = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
// Browsers never send them (Fetch, "forbidden method").
const FORBIDDEN = /^(?:connect|trace|track)$/i;

function isUsable(method: string): boolean {
  return isToken(method) && !FORBIDDEN.test(method);
}

function allows(rule: CompiledRule, name: string): boolean {
  return ALWAYS_ALLOWED.has(name) || (rule.headers?.has(name) ?? isToken(name));
}

// Safelisted request headers, which old browsers list anyway.
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language', 'origin']);

function parseHeaderNames(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((text) => text !== '');
}

function describeHeader(name: string, { headersText }: CompiledRule): Message {
  const header = quoted(name);
  if (!isToken(name)) return message('cors.invalid-header-name', { name: header });
  return headersText === ''
    ? message('cors.no-headers-allowed', { header })
    : message('cors.header-not-allowed', { header, headers: headersText });
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}

const MAX_QUOTED = 80;

import { preflightHeaders } from '../../http/cors-headers.ts';
import { BadRequestError, MethodNotAllowedError, withoutStack, isToken } from 'oriel-core/http';
import type { HttpContext, HttpError } from 'oriel-core/http';
import type { CompiledRule } from './compiled-rule.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** Returns the error for a preflight request of an allowed origin; undefined if the rule allows the request. */
export function validatePreflight(rule: CompiledRule, { headers }: HttpContext): HttpError | undefined {
  const method = headers.get('access-control-request-method') ?? '';
  // Methods are case-sensitive: browsers write only the usual ones in upper case.
  if (!(rule.methods?.has(method) ?? isUsable(method))) {
    const allowed = rule.methods ? [...rule.listedMethods] : [...DEFAULT_ALLOWED];
    const detail = message('cors.method-not-allowed', { method: quoted(method), methods: allowed.join(', ') });
    const options = { type: '/problems/cors-method', code: 'ORIEL_CORS_METHOD' };
    return withoutStack(() => new MethodNotAllowedError(allowed, detail, options));
  }
  const refused = parseHeaderNames(headers.get('access-control-request-headers')).find((name) => !allows(rule, name));
  if (refused !== undefined) {
    return badRequest(describeHeader(refused, rule), '/problems/cors-header', 'ORIEL_CORS_HEADER');
  }
  return undefined;
}

/** Returns the preflight headers for an allowed origin, whether or not the rule allows the method and the headers. */
export function preflightHeadersFor(rule: CompiledRule, { headers }: HttpContext): string[] {
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

function badRequest(detail: Message, type: string, code: string): HttpError {
  return withoutStack(() => new BadRequestError(detail, { type, code }));
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}

const MAX_QUOTED = 80;

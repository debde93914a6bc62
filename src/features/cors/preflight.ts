import { BadRequestError, MethodNotAllowedError } from '../../core/http/errors.ts';
import { withoutStack } from '../../core/http/without-stack.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { HttpError } from '../../core/http/errors.ts';
import type { ResponseHeaders } from '../../core/http/response-headers.ts';
import type { CompiledRule } from './compiled-rule.ts';

/**
 * Is this a browser's question before the request itself (Fetch, "CORS-preflight request")? Any other OPTIONS is an
 * ordinary request.
 */
export function isPreflight({ method, headers }: HttpContext): boolean {
  return method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');
}

/** Why an admitted origin may not send what it asks about; undefined when it may. */
export function preflightFlaw(rule: CompiledRule, { headers }: HttpContext): HttpError | undefined {
  const method = headers.get('access-control-request-method') ?? '';
  // A method is a word with a case: browsers write the usual ones in capitals themselves, and no others.
  if (!(rule.methods?.has(method) ?? isUsable(method))) {
    const allowed = rule.methods ? [...rule.listedMethods] : [...DEFAULT_ALLOWED];
    const why = `Pages of other origins may not send ${quoted(method)} here; they may send ${allowed.join(', ')}`;
    const options = { type: '/problems/cors-method', code: 'ORIEL_CORS_METHOD' };
    return withoutStack(() => new MethodNotAllowedError(allowed, why, options));
  }
  const unknown = namesIn(headers.get('access-control-request-headers')).find((name) => !mayBeSent(rule, name));
  if (unknown !== undefined) {
    const may = rule.headersText === '' ? 'none' : rule.headersText;
    const why = TOKEN.test(unknown)
      ? `Pages of other origins may not send the header ${quoted(unknown)} here; they may send ${may}`
      : `${quoted(unknown)} is no name of a header`;
    return refusal(why, '/problems/cors-header', 'ORIEL_CORS_HEADER');
  }
  if (!rule.privateNetwork && headers.get('access-control-request-private-network') === 'true') {
    const why = 'Pages of public networks may not ask this host, which is in a private one';
    return refusal(why, '/problems/private-network', 'ORIEL_CORS_PRIVATE_NETWORK');
  }
  return undefined;
}

/** What an admitted origin is told in answer to a preflight, whether or not it may send what it asked about. */
export function writePreflight(rule: CompiledRule, { headers }: HttpContext, response: ResponseHeaders): void {
  const method = headers.get('access-control-request-method')!;
  const asked = namesIn(headers.get('access-control-request-headers'));
  // With credentials a browser takes `*` for a name, so what was asked for is named; both are words and nothing else.
  const methods = rule.methods ? methodsFor(rule, method) : isUsable(method) ? method : '';
  const names = rule.headers ? rule.headersText : asked.every((name) => TOKEN.test(name)) ? asked.join(', ') : '';
  if (methods !== '') response.set('Access-Control-Allow-Methods', methods);
  if (names !== '') response.set('Access-Control-Allow-Headers', names);
  response.set('Access-Control-Max-Age', rule.maxAge);
  if (rule.privateNetwork && headers.get('access-control-request-private-network') === 'true')
    response.set('Access-Control-Allow-Private-Network', 'true');
}

// A method that is allowed together with a listed one is named when a page requests it.
function methodsFor({ methods, listedMethods, methodsText }: CompiledRule, method: string): string {
  return methods!.has(method) && !listedMethods.includes(method) ? `${methodsText}, ${method}` : methodsText;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i;
const DEFAULT_ALLOWED = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
// No page can send them (Fetch, "forbidden method"), so nobody who asks is a browser.
const FORBIDDEN = /^(?:connect|trace|track)$/i;

function isUsable(method: string): boolean {
  return TOKEN.test(method) && !FORBIDDEN.test(method);
}

function mayBeSent(rule: CompiledRule, name: string): boolean {
  return ALWAYS.has(name) || (rule.headers?.has(name) ?? TOKEN.test(name));
}

// Of those every page may send some value, and old browsers ask for them.
const ALWAYS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language', 'origin']);

function namesIn(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');
}

function refusal(why: string, type: string, code: string): HttpError {
  return withoutStack(() => new BadRequestError(why, { type, code }));
}

function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}

const LONGEST = 80;

import type { DescribedResponse, Json } from './api.ts';
import type { Check } from './checks.ts';
import { getSchema } from './check-request.ts';
import { findLeak } from './find-leak.ts';
import type { Schemas } from './schemas.ts';
import type { Reply, SentRequest } from './send.ts';
import { isJson } from './steps.ts';
import type { Step } from './steps.ts';
import { INJECTED_HEADER } from './unusual-values.ts';

export type Report = (check: Check, message: string, detail?: string) => void;

/**
 * Checks a response against the document and against what is true of any response.
 *
 * @param value the parsed body, if it is JSON
 */
export function checkReply(
  step: Step,
  request: SentRequest,
  reply: Reply,
  value: unknown,
  schemas: Schemas,
  report: Report,
): void {
  const { status, headers, failure } = reply;
  // A server may close the connection when the head of a request is too long.
  if (failure?.check === 'framing' && request.target.length > LONG_TARGET && /ECONNRESET|EPIPE/.test(failure.message))
    return;
  if (failure) return report(failure.check, failure.message);
  const { operation, method } = step;
  const isDocumented = method === operation.method || (method === 'HEAD' && operation.method === 'GET');
  if (status >= 500 && (isDocumented || status !== 501)) report('server-error', `the status is ${status}`);
  if (headers.has(INJECTED_HEADER)) report('injection', 'text of the request is sent as a header');
  // In development mode, errors have a stack trace and a profile on purpose.
  if (status >= 400 && !headers.has('x-debug-token-link')) {
    const leak = findLeak(reply.body.toString(), request);
    if (leak !== undefined) report('leak', `the error contains ${leak}`);
  }
  // Proxies such as nginx reject TRACE themselves, and do not know the other methods.
  if (status === 405 && method !== 'TRACE' && !headers.has('allow'))
    report('header', 'a 405 response has no Allow header', 'allow');
  checkLinks(headers, report);
  if (status >= 500) return;
  const accepts = (type: string): boolean =>
    request.headers.some(([name, value]) => /^accept$/i.test(name) && value.includes(type));
  if (isDocumented) checkDocumented(step, reply, value, schemas, report, accepts);
  else if (status < 300 && method !== 'OPTIONS')
    report('method', `${method} is not documented, but the status is ${status}`);
}

const LONG_TARGET = 8000;

// These depend on the server or the connection, not on the operation.
const GENERAL = [408, 413, 414, 417, 421, 429, 431];

function checkDocumented(
  { operation, method }: Step,
  reply: Reply,
  body: unknown,
  schemas: Schemas,
  report: Report,
  accepts: (type: string) => boolean,
): void {
  const { status, headers } = reply;
  const { responses } = operation;
  const described = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses['default'];
  if (!described) {
    if (!GENERAL.includes(status))
      report('status', `the document does not describe the status ${status}`, String(status));
    return;
  }
  for (const [name, { required, schema }] of described.headers) {
    const value = headers.get(name);
    if (value === null) {
      if (required) report('header', `the required header ${name} of ${status} is missing`, name);
      continue;
    }
    const error = schema && schemas.errorOf(getValue(value, schema), schema);
    if (error !== undefined) report('header', `the header ${name} of ${status} is invalid: ${error}`, name);
  }
  if (method !== 'HEAD' && status !== 304) checkBody(reply, described, body, schemas, report, accepts);
}

function getValue(text: string, { type }: Json): unknown {
  if (type === 'integer' || type === 'number') return text.trim() === '' ? text : Number(text);
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return type === 'array' ? text.split(/,\s*/) : text;
}

function checkBody(
  { status, headers, body, isPartial }: Reply,
  { content }: DescribedResponse,
  value: unknown,
  schemas: Schemas,
  report: Report,
  accepts: (type: string) => boolean,
): void {
  // Documents of routes without a schema have no content.
  if ((body.length === 0 && !isPartial) || Object.keys(content).length === 0) return;
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  const schema = getSchema(content, type);
  // Clients that request another type than problem documents get errors in that type.
  if (schema === undefined && status >= 400 && 'application/problem+json' in content && accepts(type)) return;
  if (schema === undefined)
    return report(
      'content-type',
      `the document describes no ${type || 'body without a media type'} for ${status}`,
      `${status} ${type}`,
    );
  if (!isJson(type) || isPartial || headers.has('content-encoding')) return;
  if (value === undefined) return report('schema', `the body of ${status} is not JSON`, `${status}`);
  const error = schemas.errorOf(value, schema);
  if (error !== undefined)
    report(
      'schema',
      `the body of ${status} does not match its schema: ${error}`,
      `${status} ${error.replaceAll(/\d+/g, '')}`,
    );
}

function checkLinks(headers: Headers, report: Report): void {
  for (const name of ['Location', 'Content-Location']) {
    const url = headers.get(name);
    if (url !== null && !isUrl(url)) report('link', `the header ${name} is not a URL: ${JSON.stringify(url)}`, name);
  }
  const links = headers.get('link') ?? '';
  // Quoted texts of parameters may contain any character.
  for (const [, url] of links.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/<([^>]*)>?/g))
    if (!isUrl(url!)) report('link', `a URL of the header Link is invalid: ${JSON.stringify(url)}`, 'Link');
}

// RFC 3986, without the restriction of brackets to hosts.
function isUrl(text: string): boolean {
  return /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i.test(text);
}

import type { RecordedResponse } from './exchange.ts';

/** A response in a normal form, without differences that have no meaning. */
export interface NormalizedResponse {
  status: number;
  /** By name in lower case. List headers, such as Vary and Link, are sorted arrays. */
  headers: Record<string, string | string[]>;
  body: unknown;
}

/** Returns the normal form of a response. */
export function normalize({ status, headers, body, text, html, cut }: RecordedResponse): NormalizedResponse {
  const entries = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !IGNORED.has(name))
    .map(([name, value]) => [name, getValue(name, value)] as const)
    .filter(([, value]) => value.length > 0);
  return {
    status,
    headers: Object.fromEntries(entries),
    body: html
      ? '(a page)'
      : cut && body === undefined
        ? '(cut)'
        : status < 400
          ? normalizeTimes(body ?? text)
          : errorSummary(body ?? text),
  };
}

// Headers that do not depend on the API.
const IGNORED: ReadonlySet<string> = new Set([
  ...['date', 'content-length', 'connection', 'content-security-policy', 'x-request-id'],
]);

function getValue(name: string, value: string): string | string[] {
  if (name === 'etag') return '(a tag)';
  if (name === 'content-type') return value.toLowerCase();
  if (name === 'link') return value.split(/,\s*(?=<)/).sort();
  if (!LISTS.has(name)) return value;
  // The supported encodings do not depend on the API.
  return value
    .split(/,\s*/)
    .map((part) => (name === 'vary' ? part.toLowerCase() : part))
    .filter((text) => text !== 'accept-encoding')
    .sort();
}

const LISTS: ReadonlySet<string> = new Set(['vary', 'allow', 'cache-control', 'accept-patch', 'accept-post']);

/** Returns the names that an error reports as invalid, or else its detail. */
function errorSummary(body: unknown): unknown {
  // A plain-text error begins with its title.
  if (typeof body === 'string') return { detail: body.split('\n\n', 2)[1]?.trim() ?? body };
  if (!isObject(body)) return body;
  const { errors, violations } = body as { errors?: ErrorMember[]; violations?: ErrorMember[] };
  const detail = String(body['hydra:description'] ?? body['detail'] ?? errors?.[0]?.detail);
  const named = (errors ?? violations)?.map(
    ({ source, pointer = source?.pointer, parameter = source?.parameter, propertyPath }) =>
      pointer?.replace(/^\/(?:data\/attributes\/)?/, '') ?? parameter ?? propertyPath,
  );
  const wrong = (named ?? namesIn(detail)).filter((name) => name !== undefined);
  return wrong.length === 0 ? { detail } : { wrong: [...new Set(wrong)].sort() };
}

// The reference has the names only in its message.
function namesIn(detail: string): (string | undefined)[] {
  if (detail.startsWith('Page should not be less than')) return ['page'];
  return [
    ...detail.matchAll(/^Query parameter "([^"]+)"|(?<=attribute ")\w+(?=")|(?<=type of the ")\w+(?=" attribute)/gm),
  ].map(([found, name]) => name ?? found);
}

interface ErrorMember {
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
  readonly detail?: string;
  readonly pointer?: string;
  readonly parameter?: string;
  readonly propertyPath?: string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Converts RFC 3339 times to UTC. */
function normalizeTimes(value: unknown): unknown {
  if (typeof value === 'string') return INSTANT.test(value) ? new Date(value).toISOString() : value;
  if (Array.isArray(value)) return value.map(normalizeTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, normalizeTimes(member)]));
}

/** Returns the differing places of two responses with both values. The order of members is compared too. */
export function differences(
  expected: NormalizedResponse,
  actual: NormalizedResponse,
): { expected: unknown; actual: unknown } | undefined {
  const expectedValues: Record<string, unknown> = {};
  const actualValues: Record<string, unknown> = {};
  const compare = (path: string, left: unknown, right: unknown): void => {
    if (JSON.stringify(left) === JSON.stringify(right)) return;
    if (!isObject(left) || !isObject(right)) {
      expectedValues[path] = left ?? '(none)';
      actualValues[path] = right ?? '(none)';
      return;
    }
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    for (const name of names) compare(`${path}/${name}`, left[name], right[name]);
    if (path !== '/headers') compare(`${path} (order)`, Object.keys(left).join(), Object.keys(right).join());
  };
  compare('', expected, actual);
  return Object.keys(expectedValues).length === 0 ? undefined : { expected: expectedValues, actual: actualValues };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

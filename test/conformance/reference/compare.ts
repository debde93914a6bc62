import type { Answer } from './exchange.ts';

/** An answer as it is compared: how it is written does not count, what it says does. */
export interface Compared {
  status: number;
  /** By small name. Of a list such as Vary or Link, every member on its own, in order. */
  headers: Record<string, string | string[]>;
  body: unknown;
}

/** What is compared of an answer. */
export function compared({ status, headers, body, text, html, cut }: Answer): Compared {
  const kept = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !IGNORED.has(name))
    .map(([name, value]) => [name, valueOf(name, value)] as const)
    .filter(([, value]) => value.length > 0);
  return {
    status,
    headers: Object.fromEntries(kept),
    body: html
      ? '(a page)'
      : cut && body === undefined
        ? '(cut)'
        : status < 400
          ? instants(body ?? text)
          : faultOf(body ?? text),
  };
}

// They say when, how long and by whom, and nothing about the API.
const IGNORED: ReadonlySet<string> = new Set(['date', 'content-length', 'connection', 'content-security-policy']);

function valueOf(name: string, value: string): string | string[] {
  if (name === 'etag') return '(a tag)';
  if (name === 'content-type') return value.toLowerCase();
  if (name === 'link') return value.split(/,\s*(?=<)/).sort();
  if (!LISTS.has(name)) return value;
  // Which encodings there are is no question of the API.
  return value
    .split(/,\s*/)
    .map((each) => (name === 'vary' ? each.toLowerCase() : each))
    .filter((each) => each !== 'accept-encoding')
    .sort();
}

const LISTS: ReadonlySet<string> = new Set(['vary', 'allow', 'cache-control', 'accept-patch', 'accept-post']);

/** What an error says: what is wrong, by name, or else in words; whose words those are does not count. */
function faultOf(body: unknown): unknown {
  // As plain text, an error says its name first.
  if (typeof body === 'string') return { detail: body.split('\n\n', 2)[1]?.trim() ?? body };
  if (!isObject(body)) return body;
  const { errors, violations } = body as { errors?: Fault[]; violations?: Fault[] };
  const detail = String(body['hydra:description'] ?? body['detail'] ?? errors?.[0]?.detail);
  const told = (errors ?? violations)?.map(
    ({ source, pointer = source?.pointer, parameter = source?.parameter, propertyPath }) =>
      pointer?.replace(/^\/(?:data\/attributes\/)?/, '') ?? parameter ?? propertyPath,
  );
  const wrong = (told ?? namesIn(detail)).filter((name) => name !== undefined);
  return wrong.length === 0 ? { detail } : { wrong: [...new Set(wrong)].sort() };
}

// The reference names them in the words alone.
function namesIn(detail: string): (string | undefined)[] {
  if (detail.startsWith('Page should not be less than')) return ['page'];
  return [
    ...detail.matchAll(/^Query parameter "([^"]+)"|(?<=attribute ")\w+(?=")|(?<=type of the ")\w+(?=" attribute)/gm),
  ].map(([found, name]) => name ?? found);
}

interface Fault {
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
  readonly detail?: string;
  readonly pointer?: string;
  readonly parameter?: string;
  readonly propertyPath?: string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Times in one of the ways that RFC 3339 has to write them. */
function instants(value: unknown): unknown {
  if (typeof value === 'string') return INSTANT.test(value) ? new Date(value).toISOString() : value;
  if (Array.isArray(value)) return value.map(instants);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, instants(each)]));
}

/** Where two answers differ, with what each says there; the order of members counts. */
export function differences(expected: Compared, got: Compared): { expected: unknown; got: unknown } | undefined {
  const one: Record<string, unknown> = {};
  const other: Record<string, unknown> = {};
  const note = (place: string, left: unknown, right: unknown): void => {
    if (JSON.stringify(left) === JSON.stringify(right)) return;
    if (!isObject(left) || !isObject(right)) {
      one[place] = left ?? '(none)';
      other[place] = right ?? '(none)';
      return;
    }
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    for (const name of names) note(`${place}/${name}`, left[name], right[name]);
    if (place !== '/headers') note(`${place} (order)`, Object.keys(left).join(), Object.keys(right).join());
  };
  note('', expected, got);
  return Object.keys(one).length === 0 ? undefined : { expected: one, got: other };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

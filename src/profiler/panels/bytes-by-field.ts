import type { RecordedBody } from '../profile.ts';

/** Where the bytes of an answer went. */
export interface FieldBytes {
  /** How many items; undefined when the answer is one. */
  readonly items: number | undefined;
  /** The largest first: the name with its quotes, and the value. */
  readonly fields: readonly { readonly name: string; readonly bytes: number; readonly largest: number }[];
  /** What belongs to no field: brackets and commas. */
  readonly punctuationBytes: number;
}

/**
 * Counts the bytes of each field, over all items of a list, from the body that was recorded. A sentence says why that
 * cannot be told.
 */
export function measureFields(body: RecordedBody): FieldBytes | string {
  if (body.encoding !== 'text' || !(LINES.test(body.type) || /[/+]json\b/.test(body.type)))
    return 'Bytes are told by field where the answer is JSON.';
  if (body.digest !== undefined) return 'Only its beginning was kept, so its bytes cannot be told by field.';
  const isLines = LINES.test(body.type);
  const document = isLines ? body.content.trimEnd().split('\n').map(parsed) : parsed(body.content);
  if (document === undefined) return 'It is no JSON, so its bytes cannot be told by field.';
  const list = itemsOf(document);
  const items = list ?? [document];
  const fields = new Map<string, { bytes: number; largest: number }>();
  for (const item of items) {
    if (!isObject(item)) continue;
    for (const [name, value] of API.test(body.type) ? membersOf(item) : Object.entries(item)) {
      const bytes = bytesOf(name, value);
      const field = fields.get(name);
      if (field === undefined) fields.set(name, { bytes, largest: bytes });
      else {
        field.bytes += bytes;
        field.largest = Math.max(field.largest, bytes);
      }
    }
  }
  const sorted = [...[...fields].map(([name, field]) => ({ name, ...field })), ...beside(document, list)].toSorted(
    (a, b) => b.bytes - a.bytes,
  );
  const counted = sorted.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    items: list?.length,
    fields: shortened(sorted),
    punctuationBytes: Math.max(0, Buffer.byteLength(body.content) - counted),
  };
}

const LINES = /ndjson|jsonl|json-seq/;
const API = /vnd\.api\+json/;

// In JSON:API the fields stand one floor below.
function membersOf(item: Record<string, unknown>): [string, unknown][] {
  const { data = item } = item;
  return Object.entries(isObject(data) ? data : item).flatMap(([name, value]) =>
    isObject(value) && (name === 'attributes' || name === 'relationships') ? Object.entries(value) : [[name, value]],
  );
}

type Field = FieldBytes['fields'][number];

const MOST = 60;

function shortened(fields: readonly Field[]): readonly Field[] {
  if (fields.length <= MOST) return fields;
  const rest = fields.slice(MOST - 1);
  const bytes = rest.reduce((sum, each) => sum + each.bytes, 0);
  return [...fields.slice(0, MOST - 1), { name: `(${rest.length} more fields)`, bytes, largest: 0 }];
}

// What a page says beside its items: links, counts, how to search.
function beside(document: unknown, list: readonly unknown[] | undefined): Field[] {
  if (list === undefined || !isObject(document)) return [];
  return Object.entries(document)
    .filter(([, value]) => value !== list && !(isObject(value) && Object.values(value).includes(list)))
    .map(([name, value]) => ({ name: `(beside the items) ${name}`, bytes: bytesOf(name, value), largest: 0 }));
}

function bytesOf(name: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify(name)) + 1 + Buffer.byteLength(JSON.stringify(value));
}

// A plain list, or what surrounds one: the members of JSON-LD, the data of JSON:API, what HAL embeds.
function itemsOf(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document;
  if (!isObject(document)) return undefined;
  for (const name of ['member', 'hydra:member', 'data', 'items'])
    if (Array.isArray(document[name])) return document[name] as unknown[];
  const embedded = document['_embedded'];
  // In HAL an item embeds as well: it has fields of its own beside.
  const isPage = isObject(embedded) && Object.keys(document).every((name) => HAL_PAGE.has(name));
  return isPage ? (Object.values(embedded).find((each) => Array.isArray(each)) as unknown[] | undefined) : undefined;
}

const HAL_PAGE: ReadonlySet<string> = new Set([
  '_links',
  '_embedded',
  '_templates',
  'totalItems',
  'itemsPerPage',
  'page',
]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { isObject } from 'oriel-core/http';
import type { RecordedBody } from '../../profile/profile.ts';
import { parseJson } from './value-text.ts';

export interface FieldBytes {
  /** Number of items; undefined if the body is a single item. */
  readonly items: number | undefined;
  /** Fields, the largest first. Sizes include the quoted name. */
  readonly fields: readonly { readonly name: string; readonly bytes: number; readonly largest: number }[];
  /** Bytes that belong to no field: brackets, commas and whitespace. */
  readonly punctuationBytes: number;
}

/**
 * Measures the bytes of each field, over all items of a list, in a recorded body.
 * @returns the sizes, or a sentence with the reason why they are not available
 */
export function measureFields(body: RecordedBody): FieldBytes | string {
  if (body.encoding !== 'text' || !(JSON_LINES.test(body.type) || /[/+]json\b/.test(body.type)))
    return 'Sizes of fields are available for JSON responses only.';
  if (body.digest !== undefined) return 'Truncated: sizes of fields require the complete body.';
  const isLines = JSON_LINES.test(body.type);
  const document = isLines ? body.content.trimEnd().split('\n').map(parseJson) : parseJson(body.content);
  if (document === undefined) return 'The body is not valid JSON; sizes of fields are not available.';
  const list = findItems(document);
  const items = list ?? [document];
  const fields = new Map<string, { bytes: number; largest: number }>();
  for (const item of items) {
    if (!isObject(item)) continue;
    for (const [name, value] of API.test(body.type) ? getMembers(item) : Object.entries(item)) {
      const bytes = measureBytes(name, value);
      const field = fields.get(name);
      if (field === undefined) fields.set(name, { bytes, largest: bytes });
      else {
        field.bytes += bytes;
        field.largest = Math.max(field.largest, bytes);
      }
    }
  }
  const sorted = [
    ...[...fields].map(([name, field]) => ({ name, ...field })),
    ...measurePageMembers(document, list),
  ].toSorted((a, b) => b.bytes - a.bytes);
  const counted = sorted.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    items: list?.length,
    fields: limitFields(sorted),
    punctuationBytes: Math.max(0, Buffer.byteLength(body.content) - counted),
  };
}

const JSON_LINES = /ndjson|jsonl|json-seq/;
const API = /vnd\.api\+json/;

// In JSON:API, fields are members of attributes and relationships.
function getMembers(item: Record<string, unknown>): [string, unknown][] {
  const { data = item } = item;
  return Object.entries(isObject(data) ? data : item).flatMap(([name, value]) =>
    isObject(value) && (name === 'attributes' || name === 'relationships') ? Object.entries(value) : [[name, value]],
  );
}

type Field = FieldBytes['fields'][number];

const MAX_FIELDS = 60;

function limitFields(fields: readonly Field[]): readonly Field[] {
  if (fields.length <= MAX_FIELDS) return fields;
  const rest = fields.slice(MAX_FIELDS - 1);
  const bytes = rest.reduce((sum, element) => sum + element.bytes, 0);
  return [...fields.slice(0, MAX_FIELDS - 1), { name: `(${rest.length} more fields)`, bytes, largest: 0 }];
}

// Members of a page other than its items, such as links and counts.
function measurePageMembers(document: unknown, list: readonly unknown[] | undefined): Field[] {
  if (list === undefined || !isObject(document)) return [];
  return Object.entries(document)
    .filter(([, value]) => value !== list && !(isObject(value) && Object.values(value).includes(list)))
    .map(([name, value]) => ({ name: `(page) ${name}`, bytes: measureBytes(name, value), largest: 0 }));
}

function measureBytes(name: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify(name)) + 1 + Buffer.byteLength(JSON.stringify(value));
}

// An array, or the member that contains it: `member` of JSON-LD, `data` of JSON:API, `_embedded` of HAL.
function findItems(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document;
  if (!isObject(document)) return undefined;
  for (const name of ['member', 'hydra:member', 'data', 'items'])
    if (Array.isArray(document[name])) return document[name] as unknown[];
  const embedded = document['_embedded'];
  // HAL items embed resources too, but have fields of their own.
  const isPage = isObject(embedded) && Object.keys(document).every((name) => HAL_PAGE.has(name));
  return isPage
    ? (Object.values(embedded).find((element) => Array.isArray(element)) as unknown[] | undefined)
    : undefined;
}

const HAL_PAGE: ReadonlySet<string> = new Set([
  '_links',
  '_embedded',
  '_templates',
  'totalItems',
  'itemsPerPage',
  'page',
]);

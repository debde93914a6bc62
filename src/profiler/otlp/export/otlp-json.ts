/** A value of an attribute: OTLP as JSON writes integers of 64 bits as texts. */
type AnyValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean };

/** An attribute of a span, a log record or a resource. */
export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

/**
 * Returns the attributes of an object in OTLP. Members that are undefined are omitted, objects are written as JSON, long texts
 * are truncated, and only the first 64 attributes are kept.
 */
export function toAttributes(values: Readonly<Record<string, unknown>>): KeyValue[] {
  const attributes: KeyValue[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    if (attributes.length >= MOST_ATTRIBUTES) break;
    attributes.push({ key: key.slice(0, LONGEST_NAME), value: toAnyValue(value) });
  }
  return attributes;
}

function toAnyValue(value: unknown): AnyValue {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return { intValue: String(value) };
    return Number.isFinite(value) ? { doubleValue: value } : { stringValue: String(value) };
  }
  return { stringValue: truncate(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')) };
}

/** Cuts a text that is too long for an attribute. Halves of surrogate pairs are replaced, because they cannot be encoded. */
export function truncate(text: string): string {
  return (text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`).toWellFormed();
}

/**
 * Returns a time in nanoseconds since the epoch, as OTLP writes it in JSON.
 *
 * @param origin milliseconds since the epoch
 * @param offset milliseconds since then
 */
export function toNanoseconds(origin: number, offset: number): string {
  return String(BigInt(Math.round(origin)) * 1_000_000n + BigInt(Math.round(Math.max(0, offset) * 1_000_000)));
}

const MOST_ATTRIBUTES = 64;
const LONGEST_NAME = 200;
const LONGEST_TEXT = 4_096;

import type { Span } from 'oriel-core/trace';
import { STATUS_ERROR } from '../semantic-conventions.ts';
import { attributesToJson, quote } from './otlp-json.ts';
import type { SpanDescription } from './profile-spans.ts';
import { describeSpan } from './span-attributes.ts';

/**
 * Writes what spans mean: the members of a span in OTLP that do not depend on its IDs and its times. Most requests have the same
 * spans as others, so the latest text of each name and statement is kept.
 */
export class SpanTexts {
  readonly #latest = new Map<string, Written>();

  of(span: Span): string {
    const { kind, name, details = NO_DETAILS } = span;
    const { sql, rows, caller, system } = details;
    const key = kind === 'db' && typeof sql === 'string' ? sql : name;
    const known = this.#latest.get(key);
    const isKept = isRepeatable(span, key);
    if (isKept && known?.kind === kind && known.rows === rows && known.caller === caller && known.system === system)
      return known.text;
    const text = descriptionToJson(describeSpan(span));
    if (!isKept) return text;
    if (this.#latest.size >= MAX_TEXTS) this.#latest.clear();
    const location = typeof caller === 'string' ? copy(caller) : caller;
    this.#latest.set(copy(key), { kind, rows, caller: location, system, text: copy(text) });
    return text;
  }
}

/** A text, and what it depends on beside the key. */
interface Written {
  readonly kind: Span['kind'];
  readonly rows: unknown;
  readonly caller: unknown;
  readonly system: unknown;
  readonly text: string;
}

/** Returns the members of a span in OTLP that describe it. */
export function descriptionToJson({ name, kind, attributes, failed, message }: SpanDescription): string {
  const reason = message === undefined ? '' : `,"message":${quote(message)}`;
  const status = failed ? `{"code":${STATUS_ERROR}${reason}}` : '{}';
  return `"name":${quote(name)},"kind":${kind},"attributes":${attributesToJson(attributes)},"status":${status}`;
}

// Whether the text depends on the members of `Written` alone.
function isRepeatable({ kind, error, details }: Span, key: string): boolean {
  if (error !== undefined || kind === 'http' || key.length > MAX_KEY_LENGTH) return false;
  if (details === undefined) return true;
  for (const detail in details) if (!USUAL.has(detail)) return false;
  return true;
}

// A part of a string keeps the whole string in memory, and concatenated parts would be copied again for each request.
function copy(text: string): string {
  return Buffer.from(text).toString();
}

const NO_DETAILS: NonNullable<Span['details']> = {};
const USUAL: ReadonlySet<string> = new Set(['sql', 'parameters', 'rows', 'caller', 'system']);
const MAX_TEXTS = 1_000;
const MAX_KEY_LENGTH = 1_000;

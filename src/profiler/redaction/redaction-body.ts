import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { RecordedBody } from '../profile.ts';
import { CleanBodies } from './redaction-body-clean.ts';
import { cutTo, lengthWithoutLastRun, whollyEncoded } from './redaction-body-cut.ts';
import { BodyKinds, kindOf } from './redaction-body-kind.ts';
import type { BodyKind } from './redaction-body-kind.ts';
import { redactJson } from './redaction-json.ts';
import { redactMultipart } from './redaction-multipart.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import { redactForm } from './redaction-pairs.ts';
import { redactTable } from './redaction-table.ts';
import type { TextRedactor } from './redaction-text.ts';

/** What is known of a body of which only the first bytes are at hand. */
export interface WholeBody {
  readonly size: number;
  readonly digest?: string | undefined;
}

/**
 * Records a body: redacted first, cut afterwards, so that no secret escapes by standing across the cut. Without a secret
 * it stays as it was, byte for byte.
 */
export class BodyRedactor {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  readonly #kinds = new BodyKinds();
  readonly #clean = new CleanBodies();

  constructor(names: SecretNames, texts: TextRedactor) {
    this.#names = names;
    this.#texts = texts;
  }

  record(body: Uint8Array | string, type: string, cap: number, whole?: WholeBody): RecordedBody {
    const asText = typeof body === 'string' ? this.#recordText(body, type, cap) : undefined;
    return asText ?? this.#recordBytes(body, type, cap, whole);
  }

  /** What is a text, and is kept whole, need not become bytes and a text again. */
  #recordText(text: string, type: string, cap: number): RecordedBody | undefined {
    const known = this.#clean.sizeOf(text, type);
    if (known !== undefined && known <= cap) return recorded(text, type, known, known, false);
    const kind = this.#kinds.of(type);
    const size = Buffer.byteLength(text);
    if (size > cap || kind === 'media' || kind === 'multipart' || !text.isWellFormed()) return undefined;
    if (kind !== 'json' && kind !== 'form' && text.includes('\0')) return undefined;
    const content = this.#redact(text, kind, type);
    const redacted = content !== text;
    if (!redacted) this.#clean.add(text, type, size);
    return recorded(content, type, size, redacted ? Buffer.byteLength(content) : size, redacted);
  }

  #recordBytes(body: Uint8Array | string, type: string, cap: number, whole?: WholeBody): RecordedBody {
    const bytes =
      typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const size = Math.max(whole?.size ?? 0, bytes.length);
    const isCut = size > cap;
    // Far enough behind the cut for any secret that begins before it to show itself.
    const seen = isCut && bytes.length > cap + BEYOND ? whollyEncoded(bytes.subarray(0, cap + BEYOND)) : bytes;
    const endsEarly = seen.length < size;
    const content = this.#redactBytes(seen, type, endsEarly);
    const kept = isCut
      ? cutTo(content.bytes, endsEarly ? Math.min(cap, content.safe) : cap, content.isText)
      : content.bytes;
    return {
      type,
      encoding: content.isText ? 'text' : 'base64',
      content: content.isText ? ((isCut ? undefined : content.text) ?? kept.toString()) : kept.toString('base64'),
      size,
      kept: kept.length,
      digest: isCut ? digestOf(bytes, size, whole) : undefined,
      redacted: content.redacted,
    };
  }

  #redactBytes(bytes: Buffer, type: string, endsEarly: boolean): RedactedBytes {
    const kind = this.#kinds.of(type);
    if (kind === 'media') return { bytes, isText: false, redacted: false, safe: bytes.length };
    const isText = isUtf8(bytes) && (kind === 'json' || kind === 'form' || !bytes.includes(0));
    // One character per byte, where bytes have to come through that are no text.
    const text = isText && kind !== 'multipart' ? bytes.toString() : bytes.toString('latin1');
    const redacted = this.#redact(text, kind, type);
    const safe = endsEarly ? lengthWithoutLastRun(bytes) : bytes.length;
    if (redacted === text) {
      const known = isText && kind !== 'multipart' ? text : undefined;
      return { bytes, isText, redacted: false, safe, text: known };
    }
    const encoding = kind === 'multipart' || !isText ? 'latin1' : 'utf8';
    const result = encoding === 'utf8' ? Buffer.from(redacted) : fromLatin1(redacted);
    return { bytes: result, isText, redacted: true, safe: endsEarly ? lengthWithoutLastRun(result) : result.length };
  }

  #redact(text: string, kind: BodyKind, type: string): string {
    if (kind === 'form') return redactForm(text, this.#names, this.#texts);
    if (kind === 'json' || (kind === 'unknown' && JSON_START.test(text))) return this.#redactJson(text);
    if (kind === 'table') return this.#redactTable(text, type);
    if (kind !== 'multipart') return MARKUP.test(type) ? this.#redactMarkup(text) : this.#texts.redact(text);
    const part = (content: string, partType: string): string => this.#redactPart(content, partType);
    return redactMultipart(text, type, this.#names, part) ?? this.#texts.redact(text);
  }

  // In markup a quote may be written as an entity; the two change places, so that what one quotes is seen as well.
  #redactMarkup(text: string): string {
    const redacted = this.#texts.redact(text);
    if (!ENTITY.test(redacted) || SPARE.test(redacted)) return redacted;
    const exchanged = redacted.replace(/&(?:quot|#39);|["']/g, (quote) => WRITTEN[quote]!);
    return this.#texts.redact(exchanged).replace(/["'\ue022\ue027]/g, (quote) => MEANT[quote]!);
  }

  #redactJson(text: string): string {
    return this.#texts.suspectsJson(text) ? redactJson(text, this.#names, this.#texts) : text;
  }

  #redactTable(text: string, type: string): string {
    const { head, rows } = redactTable(text, type, this.#names, (cell) =>
      JSON_START.test(cell) ? this.#redactJson(cell) : this.#texts.redact(cell),
    );
    return this.#texts.redact(head) + this.#texts.redact(rows);
  }

  #redactPart(content: string, type: string): string {
    const kind = kindOf(type);
    if (kind === 'media') return content;
    const bytes = Buffer.from(content, 'latin1');
    if (!isUtf8(bytes)) return this.#texts.redact(content);
    const text = bytes.toString();
    const redacted = this.#redact(text, kind === 'multipart' ? 'text' : kind, type);
    return redacted === text ? content : Buffer.from(redacted).toString('latin1');
  }
}

interface RedactedBytes {
  readonly bytes: Buffer;
  /** The same as text, where it was decoded anyway. */
  readonly text?: string | undefined;
  readonly isText: boolean;
  readonly redacted: boolean;
  /** How much of it ends with something whole. */
  readonly safe: number;
}

const MARKUP = /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/xml)\b/i;
const ENTITY = /&(?:quot|#39);/;
const SPARE = /[\ue022\ue027]/;
const WRITTEN: Readonly<Record<string, string>> = { '&quot;': '"', '"': '\ue022', '&#39;': "'", "'": '\ue027' };
const MEANT = Object.fromEntries(Object.entries(WRITTEN).map(([one, other]) => [other, one]));

const BEYOND = 16_384;
const JSON_START = /^\ufeff?\s*[[{]/;

function recorded(content: string, type: string, size: number, kept: number, redacted: boolean): RecordedBody {
  return { type, encoding: 'text', content, size, kept, digest: undefined, redacted };
}

function digestOf(bytes: Buffer, size: number, whole: WholeBody | undefined): string | undefined {
  if (whole?.digest !== undefined) return whole.digest;
  return bytes.length === size ? createHash('sha256').update(bytes).digest('hex') : undefined;
}

function fromLatin1(text: string): Buffer {
  // A mask that was put in as text is the only thing here beyond one byte.
  return /[^\0-\xff]/.test(text)
    ? Buffer.from(
        text.replace(/[^\0-\xff]/g, (c) => Buffer.from(c).toString('latin1')),
        'latin1',
      )
    : Buffer.from(text, 'latin1');
}

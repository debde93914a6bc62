import { isUtf8 } from 'node:buffer';
import type { RecordedBody } from '../../profile.ts';
import { bytesOfLatin1, cutTo, digestOf, lengthWithoutLastRun, withoutPartialCharacter } from './body-bytes.ts';
import type { WholeBody } from './body-bytes.ts';
import { hasSecretName } from './binary-secrets.ts';
import type { BodyKind } from './body-kind.ts';
import { redactJson } from './redact-json.ts';
import { MASK_BYTES, redactMultipart } from './redact-multipart.ts';
import { MASK } from '../../../core/redaction/sensitivity.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import { redactForm } from '../redact-pairs.ts';
import { redactTable } from './redact-table.ts';
import { MAX_HEAD_LENGTH, sniffKind } from './sniff-kind.ts';
import type { TextRedactor } from '../text/text-redactor.ts';

/**
 * Records a body. It is redacted first and truncated afterwards, so that a secret across the cut is found. A body without
 * a secret is recorded byte for byte.
 */
export class BodyRedactor {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;

  constructor(names: SecretNames, texts: TextRedactor) {
    this.#names = names;
    this.#texts = texts;
  }

  record(body: Uint8Array | string, type: string, cap: number, whole?: WholeBody): RecordedBody {
    const asText = typeof body === 'string' ? this.#recordText(body, type, cap, whole) : undefined;
    return asText ?? this.#recordBytes(body, type, cap, whole);
  }

  /** Records a text that is kept in full, without converting it to bytes. */
  #recordText(text: string, type: string, cap: number, whole?: WholeBody): RecordedBody | undefined {
    const kind = sniffKind(type, text, this.#names);
    const size = Buffer.byteLength(text);
    const endsEarly = whole !== undefined && whole.size > size;
    if (
      size > cap ||
      endsEarly ||
      kind === 'media' ||
      kind === 'multipart' ||
      !text.isWellFormed() ||
      text.includes('\0')
    )
      return undefined;
    const content = this.#redact(text, kind, type);
    const redacted = content !== text;
    const kept = redacted ? Buffer.byteLength(content) : size;
    return { type, encoding: 'text', content, size, kept, digest: undefined, redacted };
  }

  #recordBytes(body: Uint8Array | string, type: string, cap: number, whole?: WholeBody): RecordedBody {
    const bytes =
      typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const size = Math.max(whole?.size ?? 0, bytes.length);
    const isCut = size > cap;
    // Reads far enough beyond the cut to recognise a secret that begins before it.
    const seen =
      isCut && bytes.length > cap + READ_AHEAD ? withoutPartialCharacter(bytes.subarray(0, cap + READ_AHEAD)) : bytes;
    const endsEarly = seen.length < size;
    const content = this.#redactBytes(seen, type, endsEarly);
    const isPart = isCut || endsEarly;
    const kept = isPart
      ? cutTo(content.bytes, endsEarly ? Math.min(cap, content.safe) : cap, content.isText)
      : content.bytes;
    return {
      type,
      encoding: content.isText ? 'text' : 'base64',
      content: content.isText ? ((isPart ? undefined : content.text) ?? kept.toString()) : kept.toString('base64'),
      size,
      kept: kept.length,
      digest: isPart ? digestOf(bytes, size, whole) : undefined,
      redacted: content.redacted,
    };
  }

  #redactBytes(bytes: Buffer, type: string, endsEarly: boolean): RedactedBytes {
    const kind = sniffKind(type, bytes.toString('latin1', 0, MAX_HEAD_LENGTH), this.#names);
    if (kind === 'media') return { bytes, isText: false, redacted: false, safe: bytes.length };
    const isText = isUtf8(bytes) && (kind === 'json' || kind === 'form' || !bytes.includes(0));
    // One character per byte preserves bytes that are not text.
    const encoding = isText && kind !== 'multipart' ? 'utf8' : 'latin1';
    const text = bytes.toString(encoding);
    const redacted = this.#redact(text, kind, type);
    const safe = endsEarly ? lengthWithoutLastRun(bytes) : bytes.length;
    if (this.#hasSpacedSecret(redacted, kind, type)) return masked();
    if (!isText && kind !== 'multipart' && hasSecretName(redacted, type, this.#names)) return masked();
    if (redacted === text)
      return { bytes, isText, redacted: false, safe, text: encoding === 'utf8' ? text : undefined };
    const result = encoding === 'utf8' ? Buffer.from(redacted) : bytesOfLatin1(redacted);
    return { bytes: result, isText, redacted: true, safe: endsEarly ? lengthWithoutLastRun(result) : result.length };
  }

  // UTF-16 and UTF-32 have null bytes between the letters.
  #hasSpacedSecret(text: string, kind: BodyKind, type: string): boolean {
    if (!text.includes('\0')) return false;
    const letters = text.replaceAll('\0', '');
    return this.#redact(letters, kind, type) !== letters;
  }

  #redact(text: string, kind: BodyKind, type: string): string {
    if (kind === 'form') return redactForm(text, this.#names, this.#texts);
    if (kind === 'json' || (kind === 'unknown' && JSON_START.test(text))) return this.#redactJson(text);
    if (kind === 'table') return this.#redactTable(text, type);
    if (kind === 'multipart') return this.#redactMultipart(text, type, 1);
    return MARKUP.test(type) ? this.#redactMarkup(text) : this.#texts.redact(text);
  }

  /** @param text has one character per byte */
  #redactMultipart(text: string, type: string, depth: number): string {
    const part = (content: string, partType: string): string => {
      const kind = sniffKind(partType, content, this.#names);
      if (kind !== 'multipart') return this.#redactPart(content, kind, partType);
      return depth < MAX_MULTIPART_DEPTH ? this.#redactMultipart(content, partType, depth + 1) : MASK_BYTES;
    };
    return redactMultipart(text, type, this.#names, part) ?? this.#texts.redact(text);
  }

  // In markup a quote may be written as an entity. Quotes and entities are exchanged to find values between entities.
  #redactMarkup(text: string): string {
    const redacted = this.#texts.redact(text);
    if (!ENTITY.test(redacted) || PRIVATE_USE.test(redacted)) return redacted;
    const exchanged = redacted.replace(/&(?:quot|#39);|["']/g, (quote) => EXCHANGED[quote]!);
    return this.#texts.redact(exchanged).replace(/["'\ue022\ue027]/g, (quote) => RESTORED[quote]!);
  }

  #redactJson(text: string): string {
    return this.#texts.mayContainSecretJson(text) ? redactJson(text, this.#names, this.#texts) : text;
  }

  #redactTable(text: string, type: string): string {
    const { head, rows } = redactTable(text, type, this.#names, (cell) =>
      JSON_START.test(cell) ? this.#redactJson(cell) : this.#texts.redact(cell),
    );
    return this.#texts.redact(head) + this.#texts.redact(rows);
  }

  #redactPart(content: string, kind: BodyKind, type: string): string {
    if (kind === 'media') return content;
    const bytes = Buffer.from(content, 'latin1');
    if (!isUtf8(bytes)) return hasSecretName(content, type, this.#names) ? MASK_BYTES : this.#texts.redact(content);
    const text = bytes.toString();
    const redacted = this.#redact(text, kind, type);
    return redacted === text ? content : Buffer.from(redacted).toString('latin1');
  }
}

interface RedactedBytes {
  readonly bytes: Buffer;
  /** The bytes as text, if they were decoded. */
  readonly text?: string | undefined;
  readonly isText: boolean;
  readonly redacted: boolean;
  /** The number of bytes before a possibly incomplete secret. */
  readonly safe: number;
}

function masked(): RedactedBytes {
  const bytes = Buffer.from(MASK);
  return { bytes, isText: true, redacted: true, safe: bytes.length };
}

const MARKUP = /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/xml)\b/i;
const ENTITY = /&(?:quot|#39);/;
const PRIVATE_USE = /[\ue022\ue027]/;
const EXCHANGED: Readonly<Record<string, string>> = { '&quot;': '"', '"': '\ue022', '&#39;': "'", "'": '\ue027' };
const RESTORED = Object.fromEntries(Object.entries(EXCHANGED).map(([one, other]) => [other, one]));

const READ_AHEAD = 16_384;
const MAX_MULTIPART_DEPTH = 4;
const JSON_START = /^\ufeff?\s*[[{]/;

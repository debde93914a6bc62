import { BadRequestError, ContentTooLargeError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import { Buffer } from 'node:buffer';

/** A part of a form while it arrives. */
export interface StreamedPart {
  /** The header lines, as UTF-8. */
  readonly head: string;
  /** The content in pieces. It must be read to the end before the next part. */
  readonly content: AsyncGenerator<Uint8Array, void>;
}

/**
 * Parses a form while it arrives. No more than one chunk of the stream and the headers of a part are in memory. Ending the
 * iteration cancels the stream.
 *
 * @param boundary the boundary of the `Content-Type`
 * @param maxHeaderBytes the maximum size of the headers of a part
 * @throws {BadRequestError} if the form is malformed or incomplete
 * @throws {ContentTooLargeError} if the headers of a part are too large
 */
export async function* streamParts(
  stream: ReadableStream<Uint8Array>,
  boundary: string,
  maxHeaderBytes: number,
): AsyncGenerator<StreamedPart, void> {
  const input = new DelimitedInput(stream);
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  try {
    // Text before the first boundary is ignored.
    for await (const piece of input.piecesUntil(delimiter)) void piece;
    for (;;) {
      if ((await input.peek(2)).equals(END)) break;
      const head = await input.textUntil(BLANK_LINE, maxHeaderBytes);
      const lineEnd = head.indexOf('\r\n');
      // Spaces may follow a boundary.
      if (head.slice(0, Math.max(lineEnd, 0)).trim() !== '' || lineEnd < 0)
        throw malformedFormError('form.malformed', new TypeError('A boundary is not followed by a line break'));
      const content = input.piecesUntil(delimiter);
      yield { head: head.slice(lineEnd + 2), content };
      for await (const piece of content) void piece;
    }
  } finally {
    await input.cancel();
  }
}

const END = Buffer.from('--');
const BLANK_LINE = Buffer.from('\r\n\r\n');

/** Reads a stream up to delimiters. */
class DelimitedInput {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  // The delimiter starts with a line break, which the first one has not.
  #buffer: Buffer = Buffer.from('\r\n');

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  async *piecesUntil(delimiter: Buffer): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const offset = this.#buffer.indexOf(delimiter);
      if (offset >= 0) {
        const piece = this.#buffer.subarray(0, offset);
        this.#buffer = this.#buffer.subarray(offset + delimiter.length);
        if (piece.length > 0) yield piece;
        return;
      }
      // The end may be the beginning of the delimiter.
      const safe = this.#buffer.length - delimiter.length + 1;
      if (safe > 0) {
        const piece = this.#buffer.subarray(0, safe);
        this.#buffer = this.#buffer.subarray(safe);
        yield piece;
      }
      await this.#fill();
    }
  }

  async textUntil(delimiter: Buffer, maxBytes: number): Promise<string> {
    for (;;) {
      const offset = this.#buffer.indexOf(delimiter);
      if (offset > maxBytes || (offset < 0 && this.#buffer.length > maxBytes + delimiter.length))
        throw tooLargeError(message('form.headers-too-large', { bytes: maxBytes }));
      if (offset >= 0) {
        const text = this.#buffer.toString('utf8', 0, offset);
        this.#buffer = this.#buffer.subarray(offset + delimiter.length);
        return text;
      }
      await this.#fill();
    }
  }

  async peek(bytes: number): Promise<Buffer> {
    while (this.#buffer.length < bytes) await this.#fill();
    return this.#buffer.subarray(0, bytes);
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
    this.#reader.releaseLock();
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#reader.read();
    if (done) throw malformedFormError('form.malformed', new TypeError('The form ends before its last boundary'));
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes]);
  }
}

/** Returns the error for a form that is not `multipart/form-data` (RFC 7578, RFC 2046 §5.1), with the reason. */
export function malformedFormError(
  code: 'form.malformed' | 'form.malformed-part' | 'form.no-boundary',
  cause?: unknown,
): BadRequestError {
  return new BadRequestError(message(code), { type: '/problems/malformed-form', cause });
}

/** Returns the error for an upload that exceeds a limit. */
export function tooLargeError(detail: Message, cause?: unknown): ContentTooLargeError {
  return new ContentTooLargeError(detail, { type: '/problems/upload', cause });
}

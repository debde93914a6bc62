import { Buffer } from 'node:buffer';

/** A part of a form while it arrives. */
export interface StreamedPart {
  /** The header lines, as UTF-8. */
  readonly head: string;
  /** The content in pieces. It must be read to the end before the next part. */
  readonly content: AsyncGenerator<Uint8Array, void>;
}

/** Thrown for a form that is not `multipart/form-data` (RFC 7578, RFC 2046 §5.1). */
export class MultipartSyntaxError extends TypeError {}

/** Thrown for a part whose headers are too large. */
export class PartHeadersTooLargeError extends TypeError {}

/**
 * Parses a form while it arrives. No more than one chunk of the stream and the headers of a part are in memory. Ending the
 * iteration cancels the stream.
 *
 * @param boundary the boundary of the `Content-Type`
 * @param maxHeaderBytes the maximum size of the headers of a part
 * @throws {MultipartSyntaxError} if the form is malformed or incomplete
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
        throw new MultipartSyntaxError('A boundary is not followed by a line break');
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
        throw new PartHeadersTooLargeError(`A part has headers of more than ${maxBytes} bytes`);
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
    if (done) throw new MultipartSyntaxError('The form ends before its last boundary');
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes]);
  }
}

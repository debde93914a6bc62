import type { FileBody } from 'oriel-core/http';
import type { ByteRange } from './byte-range.ts';
import { openFile } from './file-stream.ts';

/** A response body with several ranges of a file (RFC 9110 §15.3.7.2). */
export interface MultipartRanges {
  /** The `Content-Type` of the response. */
  readonly contentType: string;
  /** The size of the body in bytes. */
  readonly length: number;
  /** Opens the parts one after the other. */
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Creates a `multipart/byteranges` body. A part is opened when the previous one was read.
 *
 * @param contentType the media type of the file
 * @param size the size of the file in bytes
 */
export function multipartRanges(
  { file, start }: FileBody,
  ranges: readonly ByteRange[],
  contentType: string | undefined,
  size: number,
): MultipartRanges {
  // Random, so that a file cannot contain it.
  const boundary = crypto.randomUUID();
  const encoder = new TextEncoder();
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
  const heads = ranges.map((range, index) => {
    const last = range.start + range.length - 1;
    const line = index === 0 ? '' : '\r\n';
    return encoder.encode(`${line}--${boundary}\r\n${type}Content-Range: bytes ${range.start}-${last}/${size}\r\n\r\n`);
  });
  const end = encoder.encode(`\r\n--${boundary}--\r\n`);
  let length = end.byteLength;
  for (let i = 0; i < ranges.length; i++) length += heads[i]!.byteLength + ranges[i]!.length;

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < ranges.length; i++) {
      yield heads[i]!;
      const range = ranges[i]!;
      yield* await openFile({ file, start: start + range.start, length: range.length });
    }
    yield end;
  }
  const iterator = pieces();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      // Ends the loop over the part, which cancels its stream.
      cancel: async () => void (await iterator.return(undefined)),
    },
    { highWaterMark: 0 },
  );
  return { contentType: `multipart/byteranges; boundary=${boundary}`, length, stream };
}

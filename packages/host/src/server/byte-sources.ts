import type { ByteSource } from 'oriel-core/http';

/** Returns a source of bytes in memory. */
export function bytesOf(bytes: Uint8Array): ByteSource {
  return {
    read: (start, length = bytes.byteLength) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          if (length > 0) controller.enqueue(bytes.subarray(start, start + length));
          controller.close();
        },
      }),
  };
}

/** Returns a source of the bytes of a `Blob`. */
export function blobOf(blob: Blob): ByteSource {
  return { read: (start, length = blob.size) => blob.slice(start, start + length).stream() };
}

/** Returns a source of a stream, which has no ranges. */
export function streamOf(stream: ReadableStream<Uint8Array>): ByteSource {
  return { read: () => stream, discard: () => void (stream.locked || stream.cancel().catch(() => {})) };
}

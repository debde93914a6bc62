import { getTag } from 'oriel-core/http';

/**
 * Returns a value of a handler as a stream of bytes: a web stream, a Node.js stream, an asynchronous iterable or a generator of
 * texts and bytes; undefined for other values. Cancelling the stream destroys its source.
 */
export function toByteStream(value: unknown): ReadableStream<Uint8Array> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (getTag(value) === 'ReadableStream') return value as ReadableStream<Uint8Array>;
  const source = value as StreamSource;
  if (!(Symbol.asyncIterator in value) && getTag(value) !== 'Generator') return undefined;
  // A stream that fails before it is read, such as one of a missing file, must not end the process.
  if (typeof source.on === 'function') source.on('error', () => {});
  const iterator = source[Symbol.asyncIterator]?.() ?? source[Symbol.iterator]!();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value: chunk } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(toBytes(chunk));
    },
    async cancel() {
      await iterator.return?.();
      // An iterator that was not started does not close its stream.
      source.destroy?.();
    },
  });
}

interface StreamSource {
  readonly [Symbol.asyncIterator]?: () => AsyncIterator<unknown>;
  readonly [Symbol.iterator]?: () => Iterator<unknown>;
  readonly on?: (event: 'error', listener: () => void) => unknown;
  readonly destroy?: () => unknown;
}

function toBytes(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError(`A chunk of the response is ${describe(chunk)}; expected a text or bytes`);
}

function describe(chunk: unknown): string {
  return chunk === null || typeof chunk !== 'object' ? String(typeof chunk) : 'an object';
}

import type { Transform } from 'node:stream';
import { createEncoder } from './compression.ts';
import type { Coding } from 'oriel-core/http';

/**
 * Compresses a stream. Each chunk is flushed at once, the source is read only on demand, and canceling the result cancels the
 * source.
 */
export function compressStream(source: ReadableStream<Uint8Array>, coding: Coding): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const encoder = createEncoder(coding);
  let coded: Uint8Array[] = [];
  encoder.on('data', (piece: Uint8Array) => coded.push(piece));
  // Write callbacks report the errors; without a listener, the event would end the process.
  encoder.on('error', () => {});

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (coded.length === 0) {
          const { done, value } = await reader.read();
          await (done ? end(encoder) : write(encoder, value));
          // Without a flush, the encoder would buffer the chunk until the next one.
          while (encoder.read() !== null);
          for (const piece of coded) controller.enqueue(piece);
          if (done) return controller.close();
        }
        coded = [];
      },
      cancel(reason) {
        encoder.destroy();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function write(encoder: Transform, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    encoder.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

function end(encoder: Transform): Promise<void> {
  return new Promise((resolve, reject) => {
    encoder.once('end', resolve);
    encoder.once('error', reject);
    encoder.end();
  });
}

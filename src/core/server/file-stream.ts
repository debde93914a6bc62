import type { FileBody } from '../http/response.ts';

/**
 * Opens a file and gives its window as a stream, read as fast as it is wanted and closed at the end, on an error and
 * when nobody reads on. A file that has become shorter than promised is an error, since its length has been announced.
 *
 * @throws {Error} when it cannot be opened, before the first byte is promised to anybody
 */
export async function openFileStream({ file, start, length }: FileBody): Promise<ReadableStream<Uint8Array>> {
  const { open } = await import('node:fs/promises');
  const handle = await open(file, 'r');
  let at = start;
  const end = start + length;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= end) {
          await handle.close();
          return controller.close();
        }
        try {
          const piece = new Uint8Array(Math.min(PIECE, end - at));
          const { bytesRead } = await handle.read(piece, 0, piece.length, at);
          if (bytesRead === 0) throw new Error(`${file} has become shorter while it was sent`);
          at += bytesRead;
          controller.enqueue(piece.subarray(0, bytesRead));
        } catch (error) {
          await handle.close();
          throw error;
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}

const PIECE = 65_536;

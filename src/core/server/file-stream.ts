import type { FileBody } from '../http/response.ts';

/**
 * Opens a file and returns a part of it as a stream. The file is closed at the end, on an error and on cancel. The stream fails
 * if the file became shorter, because its length was already sent.
 *
 * @throws {Error} if the file cannot be opened
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
          if (bytesRead === 0) throw new Error(`${file} became shorter while it was sent`);
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

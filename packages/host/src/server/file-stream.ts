import type { FileHandle } from 'node:fs/promises';
import type { FileBody } from 'oriel-core/http';

/**
 * Opens a file and returns a part of it as a stream. The file is closed at the end, on an error and on cancel. The stream fails
 * if the file became shorter, because its length was already sent.
 *
 * @throws {Error} if the file cannot be opened
 */
export async function openFile({ file, start, length }: FileBody): Promise<ReadableStream<Uint8Array>> {
  if (typeof file !== 'string') return file.read(start, length);
  const { open } = await import('node:fs/promises');
  const handle = await open(file, 'r');
  let position = start;
  const end = start + (length ?? (await handle.stat()).size);
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (position >= end) {
          await handle.close();
          return controller.close();
        }
        try {
          const piece = new Uint8Array(Math.min(PIECE, end - position));
          const { bytesRead } = await handle.read(piece, 0, piece.length, position);
          if (bytesRead === 0) throw new Error(`${file} became shorter while it was sent`);
          position += bytesRead;
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
  unread.register(stream, handle);
  return stream;
}

// Closes the file of a stream that is neither read nor canceled, such as the body of a `host.fetch` that only checks the status.
const unread = new FinalizationRegistry<FileHandle>((handle) => void handle.close().catch(() => {}));

const PIECE = 65_536;

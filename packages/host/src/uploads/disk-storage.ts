import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadStorage } from './upload-storage.ts';

/**
 * Stores uploads as files of a folder. The key is a random name, so that nothing of a request is part of a path. A file has the
 * suffix `.part` until it is complete, and is removed if the upload fails.
 *
 * @param folder the folder, which is created on first use; it must not be served as static files
 * @returns a storage for `receiveUploads()`
 * @example
 * ```ts
 * import { diskStorage, file, receiveUploads, route } from 'oriel-host';
 * const storage = diskStorage('var/uploads');
 * route('upload', 'POST /photos', { handle: (input) => receiveUploads(input, { storage }) });
 * route('photo', 'GET /photos/{key}', { handle: ({ params }) => file(params.key, { root: 'var/uploads', download: true }) });
 * ```
 */
export function diskStorage(folder: string): UploadStorage {
  return {
    async save(content) {
      await mkdir(folder, { recursive: true });
      const key = crypto.randomUUID();
      const part = join(folder, `${key}.part`);
      try {
        await pipeline(Readable.fromWeb(content), createWriteStream(part, { flags: 'wx', mode: 0o600 }));
        await rename(part, join(folder, key));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      return key;
    },
    async remove(key) {
      // Keys are stored by the application and could come from elsewhere.
      if (!KEY.test(key)) throw new TypeError(`${JSON.stringify(key)} is not a key of this storage`);
      await rm(join(folder, key), { force: true });
    },
  };
}

const KEY = /^[\da-f-]{36}$/;

import { Buffer } from 'node:buffer';
import type { IncomingFile, UploadStorage } from './upload-storage.ts';

/** A bucket and how to send requests to it. */
export interface S3Options {
  /** The URL of the bucket, such as `https://s3.eu-central-1.amazonaws.com/photos`, optionally with a prefix for keys. */
  readonly url: string;
  /** Sends a signed request, such as `(url, init) => client.fetch(url, init)` with an `AwsClient` of `aws4fetch`. */
  readonly fetch: (url: string, init: S3Request) => Promise<Response>;
  /** The bytes of a file that are in memory at a time; at least 5 MiB, which S3 requires; default 8 MiB. */
  readonly partSize?: number;
}

/** A request to a bucket. */
export interface S3Request {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly signal?: AbortSignal;
}

/**
 * Stores uploads in a bucket of S3 or a compatible service. A file of up to `partSize` is one request. A larger file is a multipart
 * upload, which is aborted if the upload fails. The key is a random name.
 *
 * @param options the bucket, and a function that signs and sends requests
 * @returns a storage for `receiveUploads()`
 * @throws {RangeError} if `partSize` is less than 5 MiB
 * @example
 * ```ts
 * import { s3Storage } from 'oriel-host';
 * const sign = (url: string, init: object) => fetch(url, init); // an AwsClient of aws4fetch, for example
 * const storage = s3Storage({ url: 'https://s3.example.com/photos', fetch: sign });
 * typeof storage.save; // => 'function'
 * ```
 */
export function s3Storage({ url, fetch: send, partSize = DEFAULT_PART_SIZE }: S3Options): UploadStorage {
  if (!(partSize >= MIN_PART_SIZE))
    throw new RangeError(`partSize is ${partSize}; S3 requires at least ${MIN_PART_SIZE} bytes (5 MiB)`);
  const base = url.replace(/\/+$/, '');

  async function request(action: string, target: string, init: S3Request): Promise<Response> {
    const response = await send(target, init);
    if (response.ok) return response;
    const text = (await response.text()).slice(0, 500);
    throw new Error(`The object storage did not ${action}: ${response.status} ${text}`);
  }

  async function saveParts(target: string, parts: PartReader, first: Part, file: IncomingFile): Promise<void> {
    const { type, signal } = file;
    const begun = await request('begin an upload', `${target}?uploads=`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      signal,
    });
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(await begun.text())?.[1];
    if (id === undefined) throw new Error('The object storage returned no UploadId');
    const upload = `uploadId=${encodeURIComponent(unescapeXml(id))}`;
    try {
      const tags: string[] = [];
      for (let part = first; ; part = await parts.next()) {
        if (part.bytes.byteLength > 0) {
          const partTarget = `${target}?partNumber=${tags.length + 1}&${upload}`;
          const stored = await request('store a part', partTarget, { method: 'PUT', body: part.bytes, signal });
          await stored.body?.cancel();
          tags.push(stored.headers.get('etag') ?? '');
        }
        if (part.isLast) break;
      }
      const list = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload xmlns="${NAMESPACE}">${list.join('')}</CompleteMultipartUpload>`;
      const done = await request('complete an upload', `${target}?${upload}`, { method: 'POST', body, signal });
      // An error may follow the status 200.
      const text = await done.text();
      if (text.includes('<Error>'))
        throw new Error(`The object storage did not complete an upload: ${text.slice(0, 500)}`);
    } catch (error) {
      await send(`${target}?${upload}`, { method: 'DELETE' }).then(
        ({ body }) => body?.cancel(),
        () => {},
      );
      throw error;
    }
  }

  return {
    async save(content, file) {
      const key = crypto.randomUUID();
      const target = `${base}/${key}`;
      const parts = new PartReader(content, partSize);
      try {
        const first = await parts.next();
        if (!first.isLast) await saveParts(target, parts, first, file);
        else {
          const headers = { 'Content-Type': file.type };
          const init: S3Request = { method: 'PUT', headers, body: first.bytes, signal: file.signal };
          await (await request('store a file', target, init)).body?.cancel();
        }
        return key;
      } finally {
        await parts.cancel();
      }
    },
    async remove(key) {
      const response = await request('remove a file', `${base}/${encodeURIComponent(key)}`, { method: 'DELETE' });
      await response.body?.cancel();
    },
  };
}

const MIN_PART_SIZE = 5 * 1_048_576;
const DEFAULT_PART_SIZE = 8 * 1_048_576;
const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

interface Part {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

/** Reads a stream in parts of equal size. */
class PartReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #size: number;
  #rest: Uint8Array = new Uint8Array();

  constructor(stream: ReadableStream<Uint8Array>, size: number) {
    this.#reader = stream.getReader();
    this.#size = size;
  }

  async next(): Promise<Part> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    let isLast = false;
    while (length < this.#size) {
      const piece = this.#rest.byteLength > 0 ? this.#rest : (await this.#reader.read()).value;
      this.#rest = new Uint8Array();
      if (piece === undefined) {
        isLast = true;
        break;
      }
      const taken = piece.subarray(0, this.#size - length);
      this.#rest = piece.subarray(taken.byteLength);
      pieces.push(taken);
      length += taken.byteLength;
    }
    return { bytes: Buffer.concat(pieces, length), isLast };
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function unescapeXml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

import type { HttpContext } from 'oriel-core/http';
import { UnsupportedMediaTypeError, describeError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { currentScope, runInTrace } from 'oriel-core/trace';
import { unsupported } from '../http/unsupported-body.ts';
import { malformedFormError, streamParts, tooLargeError } from './multipart-stream.ts';
import type { StreamedPart } from './multipart-stream.ts';
import { isEmptyInput, parsePartHeaders } from './part-headers.ts';
import type { PartHeaders } from './part-headers.ts';
import type { UploadStorage } from './upload-storage.ts';

/** Where uploads are stored, and their limits. `bodyLimit` of the route or operation limits the whole form. */
export interface UploadOptions {
  readonly storage: UploadStorage;
  /** The maximum number of files; default 10. */
  readonly files?: number;
  /** The maximum size of a file in bytes; default the limit of the body. */
  readonly fileSize?: number;
  /** The accepted media types, such as `['image/*', 'application/pdf']`; default all. Clients may state a wrong type. */
  readonly types?: readonly string[];
  /** The maximum number of text fields and of file inputs without a file; default 100. */
  readonly fields?: number;
  /** The maximum size of a text field in bytes; default 65,536. */
  readonly fieldSize?: number;
  /** Called for each piece that arrives. */
  readonly onProgress?: (progress: UploadProgress) => void;
}

/** How much of an upload has arrived. */
export interface UploadProgress {
  /** The name of the form field. */
  readonly field: string;
  /** The name of the file. */
  readonly name: string;
  /** Bytes of the file so far. */
  readonly bytes: number;
  /** The size of the whole form in bytes, if the client sent it. */
  readonly formSize: number | undefined;
}

/** A stored file. */
export interface UploadedFile {
  /** The name of the form field. */
  readonly field: string;
  /** The name of the file as the client sent it, without folders. */
  readonly name: string;
  /** The media type as the client sent it. */
  readonly type: string;
  /** The size in bytes. */
  readonly size: number;
  /** The key in the storage. */
  readonly key: string;
}

/** A form whose files are stored. */
export interface ReceivedUploads {
  readonly files: readonly UploadedFile[];
  /** The text fields; the last one of several with the same name. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Receives a `multipart/form-data` request and stores its files while they arrive. No more than a few chunks are in memory. If
 * the form is malformed, exceeds a limit, or the client disconnects, all its files are removed. Each file is a span in the profile.
 *
 * @param input the input of a handler without a `body` schema
 * @param options the storage and the limits
 * @returns the stored files and the text fields
 * @throws {UnsupportedMediaTypeError} if the request is not a form, or a file has a type that is not accepted
 * @throws {ContentTooLargeError} if a limit is exceeded
 * @throws {BadRequestError} if the form is malformed, or the client disconnects
 *
 * @example
 * ```ts
 * import { diskStorage, receiveUploads, reply, route } from 'oriel-host';
 * route('upload', 'POST /photos', {
 *   bodyLimit: 50_000_000,
 *   handle: async (input) => {
 *     const { files } = await receiveUploads(input, { storage: diskStorage('var/photos'), files: 1, types: ['image/*'] });
 *     return reply(201, { key: files[0]?.key });
 *   },
 * });
 * ```
 */
export async function receiveUploads(
  { context }: { readonly context: HttpContext },
  options: UploadOptions,
): Promise<ReceivedUploads> {
  const boundary = readBoundary(context.method, context.headers.get('content-type') ?? '');
  const files: UploadedFile[] = [];
  const fields = Object.create(null) as Record<string, string>;
  let fieldCount = 0;
  const { files: maxFiles = 10, fields: maxFields = 100 } = options;
  const countField = (): void => {
    if (++fieldCount > maxFields) throw tooLargeError(message('form.too-many-parts', { count: maxFields }));
  };
  try {
    for await (const part of streamParts(context.body.stream(), boundary, MAX_HEADER_BYTES)) {
      const headers = parsePartHeaders(part.head);
      if (headers.filename === undefined) {
        countField();
        fields[headers.name] = await readField(part, headers, options.fieldSize ?? 65_536);
        continue;
      }
      const first = await part.content.next();
      if (isEmptyInput(headers, first.done === true)) {
        countField();
        continue;
      }
      if (files.length >= maxFiles) throw tooLargeError(message('form.too-many-files', { count: maxFiles }));
      files.push(await store(context, resume(first, part.content), headers, options));
    }
    return { files, fields };
  } catch (error) {
    await Promise.allSettled(files.map(({ key }) => options.storage.remove(key)));
    throw error;
  }
}

const MAX_HEADER_BYTES = 8_192;

function readBoundary(method: string, contentType: string): string {
  if (!/^multipart\/form-data[ \t]*(?:;|$)/i.test(contentType))
    throw unsupported(method, contentType, ['multipart/form-data']);
  const match = /;[ \t]*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70})[ \t]*(?:;|$))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw malformedFormError('form.no-boundary');
  return boundary;
}

async function readField({ content }: StreamedPart, { name }: PartHeaders, limit: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.byteLength;
    if (size > limit) throw tooLargeError(message('form.field-too-large', { field: name.slice(0, 100), bytes: limit }));
    pieces.push(piece.slice());
  }
  return Buffer.concat(pieces).toString();
}

async function* resume(first: IteratorResult<Uint8Array, void>, rest: AsyncGenerator<Uint8Array, void>) {
  if (first.done !== true) yield first.value;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function store(
  context: HttpContext,
  content: AsyncGenerator<Uint8Array, void>,
  headers: PartHeaders,
  { storage, types, fileSize = Infinity, onProgress }: UploadOptions,
): Promise<UploadedFile> {
  const field = headers.name;
  const name = headers.filename!;
  const type = headers.type.split(';', 1)[0]!.trim().toLowerCase();
  if (types !== undefined && !types.some((candidate) => isType(type, candidate))) {
    const detail = message('form.file-type', { field: field.slice(0, 100), types: types.join(', ') });
    throw new UnsupportedMediaTypeError(detail, { type: '/problems/upload' });
  }
  const formSize = context.body.length;
  let size = 0;
  let isComplete = false;
  let failure: { readonly error: unknown } | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await content.next();
          if (done === true) {
            isComplete = true;
            return controller.close();
          }
          size += value.byteLength;
          if (size > fileSize)
            throw tooLargeError(message('form.file-too-large', { field: field.slice(0, 100), bytes: fileSize }));
          onProgress?.({ field, name, bytes: size, formSize });
          controller.enqueue(value);
        } catch (error) {
          failure = { error };
          throw error;
        }
      },
    },
    { highWaterMark: 0 },
  );
  const { signal } = context;
  const save = async (): Promise<UploadedFile> => {
    let key: string;
    try {
      key = await storage.save(body, { field, name, type, signal });
    } catch (error) {
      // The reason of the failure is that of the form, not that of the storage that reports it.
      throw failure === undefined ? error : failure.error;
    }
    if (failure === undefined && isComplete) return { field, name, type, size, key };
    await storage.remove(key);
    throw failure?.error ?? new TypeError('save() of the upload storage returned before it had read the whole file');
  };
  const { trace, span: parent } = currentScope();
  const span = trace.begin('user', `upload ${field.slice(0, 100)}`, parent, { name, type });
  try {
    const stored = await runInTrace(trace, save, span);
    trace.end(span, { bytes: size });
    return stored;
  } catch (error) {
    trace.end(span, { bytes: size }, describeError(error));
    throw error;
  }
}

function isType(type: string, accepted: string): boolean {
  return accepted === type || accepted === '*/*' || (accepted.endsWith('/*') && type.startsWith(accepted.slice(0, -1)));
}

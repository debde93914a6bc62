import type * as MultipartParsers from '@remix-run/multipart-parser';
import { BadRequestError, ContentTooLargeError } from '../../../../core/http/errors.ts';
import { parsePartDisposition, unescapePartName } from '../../../../core/uploads/part-headers.ts';
import { message } from '../../../../core/messages/message.ts';

/** A field of a form: its name, and a text or a file. */
export type FormField = readonly [name: string, value: string | File];

/**
 * Parses `multipart/form-data` (RFC 7578) one field after the other, so that a caller can stop at a limit.
 *
 * @param library the package `@remix-run/multipart-parser`
 * @throws {BadRequestError} if the form is malformed
 * @throws {ContentTooLargeError} if the headers of a part have more than 8 KB
 */
export function* parseForm(
  library: typeof MultipartParsers,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Generator<FormField> {
  try {
    const boundary = library.getMultipartBoundary(contentType)?.trim() ?? '';
    if (boundary === '' || boundary.length > MAX_BOUNDARY_LENGTH) throw new TypeError('The boundary is invalid');
    const parser = new library.MultipartParser(boundary, {
      maxHeaderSize: MAX_HEADER_BYTES,
      // The caller limits both, with the name of the field in its error.
      maxParts: Infinity,
      maxFileSize: Infinity,
    });
    for (const part of parser.write(withoutPreamble(bytes, boundary))) yield readPart(part);
    parser.finish();
  } catch (cause) {
    throw cause instanceof library.MaxHeaderSizeExceededError
      ? new ContentTooLargeError(message('form.headers-too-large', { bytes: MAX_HEADER_BYTES }), {
          type: '/problems/upload',
          cause,
        })
      : malformed(cause);
  }
}

const MAX_HEADER_BYTES = 8_192;
// RFC 2046 §5.1.1
const MAX_BOUNDARY_LENGTH = 70;

// The library does not accept text before the first boundary, which RFC 2046 §5.1.1 allows.
function withoutPreamble(bytes: Uint8Array, boundary: string): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(`--${boundary}`, 0, 'latin1');
  return start > 0 ? bytes.subarray(start) : bytes;
}

function readPart(part: MultipartParsers.MultipartPart): FormField {
  const { 'content-disposition': disposition = '', 'content-type': type = 'text/plain' } = part.headers;
  // The library removes spaces and backslashes, which browsers send as part of a name.
  const parameters = parsePartDisposition(disposition);
  const name = parameters.get('name');
  if (name === undefined) throw new TypeError('A part has no name');
  // RFC 7578 §4.2 forbids the extended notation, which the library decodes.
  const filename = parameters.has('filename*') ? part.filename : parameters.get('filename');
  if (filename === undefined) return [unescapePartName(name), Buffer.concat(part.content).toString()];
  return [unescapePartName(name), new File(part.content, unescapePartName(filename), { type })];
}

function malformed(cause: unknown): BadRequestError {
  return new BadRequestError(message('form.malformed'), {
    type: '/problems/malformed-form',
    cause,
  });
}

import type * as MultipartParsers from '@remix-run/multipart-parser';
import { ContentTooLargeError, HttpError } from 'oriel-core/http';
import { malformedFormError } from '../../../../uploads/malformed-form.ts';
import { describePart } from '../../../../uploads/part-headers.ts';
import type { PartHeaders } from '../../../../uploads/part-headers.ts';
import { message } from 'oriel-core/messages';

/** A part of a form with its content. */
export interface FormPart extends PartHeaders {
  readonly content: Uint8Array<ArrayBuffer>[];
}

/**
 * Parses `multipart/form-data` (RFC 7578) one part after the other, so that a caller can stop at a limit.
 *
 * @param library the package `@remix-run/multipart-parser`
 * @throws {BadRequestError} if the form is malformed
 * @throws {ContentTooLargeError} if the headers of a part have more than 8 KB
 */
export function* parseForm(
  library: typeof MultipartParsers,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Generator<FormPart> {
  const boundary = library.getMultipartBoundary(contentType)?.trim() ?? '';
  if (!BOUNDARY.test(boundary)) throw malformedFormError('form.no-boundary');
  try {
    const parser = new library.MultipartParser(boundary, {
      maxHeaderSize: MAX_HEADER_BYTES,
      // The caller limits both, with the name of the field in its error.
      maxParts: Infinity,
      maxFileSize: Infinity,
    });
    for (const part of parser.write(withoutPreamble(bytes, boundary))) yield readNamedPart(part);
    parser.finish();
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw cause instanceof library.MaxHeaderSizeExceededError
      ? new ContentTooLargeError(message('form.headers-too-large', { bytes: MAX_HEADER_BYTES }), {
          type: '/problems/upload',
          cause,
        })
      : malformedFormError('form.malformed', cause);
  }
}

const MAX_HEADER_BYTES = 8_192;
// RFC 2046 §5.1.1 allows fewer characters. The library returns an empty boundary with its quotes.
const BOUNDARY = /^[^"]{1,70}$/;

// The library does not accept text before the first boundary, which RFC 2046 §5.1.1 allows.
function withoutPreamble(bytes: Uint8Array, boundary: string): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(`--${boundary}`, 0, 'latin1');
  return start > 0 ? bytes.subarray(start) : bytes;
}

// The library parses the headers of a part when they are read.
function readNamedPart(part: MultipartParsers.MultipartPart): FormPart {
  try {
    return readPart(part);
  } catch (cause) {
    throw malformedFormError('form.malformed-part', cause);
  }
}

function readPart({ headers, content }: MultipartParsers.MultipartPart): FormPart {
  const { 'content-disposition': disposition = '', 'content-type': type } = headers;
  // The library removes spaces and backslashes, which browsers send as part of a name.
  return { ...describePart(disposition, type), content: content as Uint8Array<ArrayBuffer>[] };
}

import type * as MultipartParsers from '@remix-run/multipart-parser';
import { HttpError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { findAlternatives } from '../../../http/convert-text.ts';
import { PEERS } from '../../../peer-packages.ts';
import { malformedFormError, tooLargeError } from '../../../uploads/multipart-stream.ts';
import { describePart, isEmptyInput } from '../../../uploads/part-headers.ts';
import type { PartHeaders } from '../../../uploads/part-headers.ts';
import type { BodyReader } from '../model/format.ts';
import { describeInput, getKind, getProperties } from '../model/json-schema.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import { memoizePerObject } from '../model/memoize.ts';
import type { Operation } from '../model/operation.ts';
import { copyMembers, isIriLink } from './members.ts';
import { readText } from './read-text.ts';

/**
 * Parses `multipart/form-data` (RFC 7578). Text fields are converted to the types of the schema, parts of the type
 * `application/json` are values, and files are `File` objects. File inputs without a file are omitted. Fields with the same name, or with a name that ends in `[]`, are a list.
 *
 * @throws {Error} if `@remix-run/multipart-parser` is not installed
 */
export function multipartReader(): BodyReader {
  const library = PEERS.load<typeof MultipartParsers>('@remix-run/multipart-parser', 'An operation with uploads');
  return {
    name: 'multipart',
    types: ['multipart/form-data'],
    binary: true,
    read(bytes, { operation }, contentType) {
      const schemas = findSchemas(operation);
      const value = copyMembers({});
      let count = 0;
      for (const part of parseForm(library(), bytes as Uint8Array<ArrayBuffer>, contentType)) {
        const { name: sent, content } = part;
        if (++count > MAX_PARTS) throw tooLargeError(message('form.too-many-parts', { count: MAX_PARTS }));
        // The CSRF token of a form is not a member of the item.
        if (
          isEmptyInput(
            part,
            content.every(({ byteLength }) => byteLength === 0),
          ) ||
          (sent === '_csrf' && !schemas.has(sent))
        )
          continue;
        const name = sent.endsWith('[]') ? sent.slice(0, -2) : sent;
        const schema = schemas.get(name);
        const isList = name !== sent || schema?.['type'] === 'array';
        const read = readPart(part, schema, isList, isIriLink(operation.resource, name));
        const before = value[name];
        if (before !== undefined) value[name] = [...[before].flat(), read];
        // A list may be sent as JSON in one field.
        else value[name] = isList && !Array.isArray(read) ? [read] : read;
      }
      return { kind: 'value', value };
    },
  };
}

const MAX_PARTS = 100;

/** A part of a form with its content. */
export interface FormPart extends PartHeaders {
  readonly content: Uint8Array<ArrayBuffer>[];
}

// A part with JSON is a value, also if it has a file name, which `FormData` adds to each `Blob`.
function readPart(
  { filename, type, content }: FormPart,
  schema: JsonSchema | undefined,
  isList: boolean,
  isLink: boolean,
): unknown {
  const items = schema?.['items'] as JsonSchema | undefined;
  const value = items ?? schema ?? {};
  const isFile = findAlternatives(value, value).some(({ format }) => format === 'binary');
  const isJson = !isFile && /^application\/(?:[^;]+\+)?json[ \t]*(?:;|$)/i.test(type);
  if (filename !== undefined && !(isJson && schema)) return new File(content, filename, { type });
  const described = isLink ? undefined : isList ? items : schema;
  const kind = described === undefined ? 'string' : getKind(described).kind;
  return readText(Buffer.concat(content).toString(), isJson ? 'json' : kind);
}

const findSchemas = memoizePerObject(({ input, resource }: Operation): ReadonlyMap<string, JsonSchema> => {
  const described = describeInput(input);
  if (described !== undefined) return new Map(Object.entries(getProperties(described)));
  return new Map(resource.fields.map(({ name, jsonSchema }) => [name, jsonSchema]));
});

/**
 * Parses a form one part after the other, so that a caller can stop at a limit.
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
  // RFC 2046 §5.1.1 allows fewer characters. The library returns an empty boundary with its quotes.
  if (!/^[^"]{1,70}$/.test(boundary)) throw malformedFormError('form.no-boundary');
  // The library does not accept text before the first boundary, which RFC 2046 §5.1.1 allows.
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(`--${boundary}`, 0, 'latin1');
  try {
    // The caller limits parts and files, with the name of the field in its error.
    const limits = { maxHeaderSize: MAX_HEADER_BYTES, maxParts: Infinity, maxFileSize: Infinity };
    const parser = new library.MultipartParser(boundary, limits);
    for (const part of parser.write(bytes.subarray(Math.max(start, 0)))) yield describeFormPart(part);
    parser.finish();
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    if (!(cause instanceof library.MaxHeaderSizeExceededError)) throw malformedFormError('form.malformed', cause);
    throw tooLargeError(message('form.headers-too-large', { bytes: MAX_HEADER_BYTES }), cause);
  }
}

const MAX_HEADER_BYTES = 8_192;

// The library parses the headers of a part when they are read. It removes spaces and backslashes, which browsers send as part of
// a name.
function describeFormPart(part: MultipartParsers.MultipartPart): FormPart {
  try {
    const { headers, content } = part;
    const { 'content-disposition': disposition = '', 'content-type': type } = headers;
    return { ...describePart(disposition, type), content: content as Uint8Array<ArrayBuffer>[] };
  } catch (cause) {
    throw cause instanceof HttpError ? cause : malformedFormError('form.malformed-part', cause);
  }
}

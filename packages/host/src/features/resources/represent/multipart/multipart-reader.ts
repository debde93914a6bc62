import type * as MultipartParsers from '@remix-run/multipart-parser';
import { findAlternatives } from '../../../../http/convert-text.ts';
import { PEERS } from '../../../../peer-packages.ts';
import { ContentTooLargeError } from 'oriel-core/http';
import type { BodyReader } from '../../model/format.ts';
import { jsonSchemaOf, kindOf, membersOf } from '../../model/json-schema.ts';
import { memoizePerObject } from '../../model/memoize.ts';
import type { UploadLimits } from '../../declare/operation-definition.ts';
import type { Operation } from '../../model/operation.ts';
import type { FieldKind } from '../../declare/resource-store.ts';
import { readText } from '../read-text.ts';
import { isEmptyInput } from '../../../../uploads/part-headers.ts';
import { parseForm } from './parse-form.ts';
import type { FormPart } from './parse-form.ts';
import { message } from 'oriel-core/messages';

/**
 * Parses `multipart/form-data` (RFC 7578). Text fields are converted to the types of the schema, parts of the type
 * `application/json` are values, and files are `File` objects. File inputs without a file are omitted. Fields with the same name, or with a name that ends in `[]`, are a list.
 *
 * @throws {Error} if `@remix-run/multipart-parser` is not installed
 */
export function multipartReader({ parts = 100, fileSize = Infinity }: UploadLimits = {}): BodyReader {
  const library = PEERS.load<typeof MultipartParsers>('@remix-run/multipart-parser', 'An operation with uploads');
  return {
    name: 'multipart',
    types: ['multipart/form-data'],
    binary: true,
    read(bytes, { operation }, contentType) {
      const kinds = kindsOf(operation);
      const value = Object.create(null) as Record<string, unknown>;
      let count = 0;
      for (const part of parseForm(library(), bytes as Uint8Array<ArrayBuffer>, contentType)) {
        const { name: sent, content } = part;
        if (++count > parts)
          throw new ContentTooLargeError(message('form.too-many-parts', { count: parts }), {
            type: '/problems/upload',
          });
        const size = content.reduce((sum, { byteLength }) => sum + byteLength, 0);
        if (part.filename !== undefined && size > fileSize)
          throw new ContentTooLargeError(
            message('form.file-too-large', { field: sent.slice(0, 100), bytes: fileSize }),
            {
              type: '/problems/upload',
            },
          );
        // The CSRF token of a form is not a member of the item.
        if (isEmptyInput(part, size === 0) || (sent === CSRF_FIELD && !kinds.has(sent))) continue;
        const isList = sent.endsWith('[]');
        const name = isList ? sent.slice(0, -2) : sent;
        const kind = kinds.get(name);
        const list = isList || kind?.list === true;
        const one = readValue(part, kind, list);
        const before = value[name];
        // A list may be sent as JSON in one field.
        if (list && Array.isArray(one) && before === undefined) value[name] = one;
        else if (before === undefined) value[name] = list ? [one] : one;
        else value[name] = [...(Array.isArray(before) ? (before as unknown[]) : [before]), one];
      }
      return { kind: 'value', value };
    },
  };
}

const CSRF_FIELD = '_csrf';

// A part with JSON is a value, also if it has a file name, which `FormData` adds to each `Blob`.
function readValue(part: FormPart, kind: PartKind | undefined, isList: boolean): unknown {
  const { filename, type, content } = part;
  const isJson = kind?.isFile !== true && /^application\/(?:[^;]+\+)?json[ \t]*(?:;|$)/i.test(type);
  if (filename !== undefined && !(isJson && kind)) return new File(content, filename, { type });
  const text = Buffer.concat(content).toString();
  if (isJson) return readText(text, 'json');
  return readText(text, isList ? (kind?.item ?? 'string') : (kind?.kind ?? 'string'));
}

interface PartKind {
  readonly kind: FieldKind;
  readonly list: boolean;
  readonly item: FieldKind;
  /** Whether the member, or each element of the list, is a file. */
  readonly isFile: boolean;
}

const kindsOf = memoizePerObject(({ input, resource }: Operation): ReadonlyMap<string, PartKind> => {
  const kinds = new Map<string, PartKind>();
  let members: [string, Parameters<typeof kindOf>[0]][];
  try {
    members = Object.entries(membersOf(jsonSchemaOf(input!, 'input')));
  } catch {
    members = resource.fields.map(({ name, jsonSchema }) => [name, jsonSchema]); // The schema library cannot describe the input.
  }
  for (const [name, schema] of members) {
    const items = schema['items'] as typeof schema | undefined;
    const isLink = resource.fieldByName.get(name)?.link?.as === 'iri';
    const kindOfItem = items && kindOf(items).kind;
    kinds.set(name, {
      kind: isLink ? 'string' : kindOf(schema).kind,
      list: schema['type'] === 'array',
      item: isLink ? 'string' : (kindOfItem ?? 'string'),
      isFile: findAlternatives(items ?? schema, items ?? schema).some(({ format }) => format === 'binary'),
    });
  }
  return kinds;
});

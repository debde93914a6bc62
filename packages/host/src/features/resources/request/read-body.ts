import type { TracedContext } from 'oriel-core/trace';
import { acceptsOmitted } from '../../../http/parse-schema.ts';
import { assertReadable, isBodyOmitted, readText } from '../../../http/readable-body.ts';
import { unsupported } from '../../../http/unsupported-body.ts';
import type { BodyDocument } from '../model/format.ts';
import type { BodyRequest } from '../model/operation-call.ts';

/**
 * Parses the body of an operation by its Content-Type.
 *
 * @returns undefined if the operation accepts that there is none
 * @throws {HttpError} (as a rejection) 415 for an unsupported type, 400 for a malformed body
 */
export async function readBody(call: BodyRequest): Promise<BodyDocument | undefined> {
  const { context, operation } = call;
  const contentType = context.headers.get('content-type') ?? '';
  const { readers, input, kind } = operation;
  // Fast path for media types without parameters.
  const type = readers.has(contentType) ? contentType : parseType(contentType);
  const reader = readers.get(type);
  if (reader === undefined) return requireOmitted(call, type);
  assertReadable(context.headers, contentType);
  const { trace } = context as TracedContext;
  if (trace.recording) trace.decide('body', `read as ${reader.name}`, `the Content-Type is ${type}`);
  if (reader.binary === true) return reader.read(await context.body.bytes(), call, contentType);
  const text = await readText(context.body);
  if (text === '' && kind === 'custom' && input && (await acceptsOmitted(input))) return undefined;
  return reader.read(text, call, contentType);
}

// The media type without its parameters.
function parseType(contentType: string): string {
  return contentType.split(';', 1)[0]!.trim().toLowerCase();
}

// Custom operations with a schema that accepts `undefined` need no body, and then no Content-Type.
async function requireOmitted({ operation, context }: BodyRequest, type: string): Promise<undefined> {
  const { kind, input, method, readers } = operation;
  const mayBeOmitted = kind === 'custom' && input !== undefined && (await isBodyOmitted(context));
  if (!mayBeOmitted || !(await acceptsOmitted(input))) throw unsupported(method, type, [...readers.keys()]);
}

import { andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { TracedContext } from 'oriel-core/trace';
import { acceptsOmitted } from '../../../http/parse-schema.ts';
import { assertReadable, isBodyOmitted, readText } from '../../../http/readable-body.ts';
import { unsupported } from '../../../http/unsupported-body.ts';
import type { BodyDocument } from '../model/format.ts';
import type { BodyRequest } from '../model/operation-call.ts';

/**
 * Parses the body of an operation by its Content-Type. Returns a promise only if the body has not arrived.
 *
 * @returns undefined if the operation accepts that there is none
 * @throws {HttpError} (or rejects) 415 for an unsupported type, 400 for a malformed body
 */
export function readBody(call: BodyRequest): MaybePromise<BodyDocument | undefined> {
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
  if (reader.binary === true) return context.body.bytes().then((bytes) => reader.read(bytes, call, contentType));
  return andThen(readText(context.body), (text) => {
    const mayBeOmitted = text === '' && kind === 'custom' && input !== undefined && acceptsOmitted(input);
    return andThen(mayBeOmitted, (isOmitted) => (isOmitted ? undefined : reader.read(text, call, contentType)));
  });
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

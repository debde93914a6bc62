import { inlineReferences } from '../model/schema-references.ts';
import type { JsonSchema } from '../model/json-schema.ts';

type Content = Record<string, unknown>;

/** Content of any type, whose schema is unknown. */
export const ANY_CONTENT: Content = { '*/*': {} };

/** Returns the content of a response with a file, by media type; undefined if the schema is not that of a file. */
export function fileContent(schema: JsonSchema): Content | undefined {
  const { type, format, contentEncoding, contentMediaType, anyOf = [] } = inlineReferences(schema);
  if (type !== 'string' || format !== 'binary' || contentEncoding !== 'binary') return undefined;
  const types = [contentMediaType, ...(anyOf as JsonSchema[]).map((element) => element['contentMediaType'])];
  const known = types.filter((other) => typeof other === 'string');
  return known.length === 0 ? ANY_CONTENT : Object.fromEntries(known.map((text) => [text, {}]));
}

/** Returns the body that a function reads itself: a form for uploads, any body if it has a limit, or undefined. */
export function unparsedBody(method: string, { uploads, bodyLimit }: BodyOptions): object | undefined {
  if (!METHODS.has(method)) return undefined;
  if (uploads !== undefined && uploads !== false)
    return { required: true, content: { 'multipart/form-data': { schema: FORM } } };
  return bodyLimit === undefined ? undefined : { required: false, content: ANY_CONTENT };
}

// Requests with other methods have no body.
const METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

interface BodyOptions {
  readonly uploads?: unknown;
  readonly bodyLimit?: number | undefined;
}

const FORM: JsonSchema = {
  type: 'object',
  description: 'A form with files and texts.',
  additionalProperties: { anyOf: [{ type: 'string', format: 'binary' }, { type: 'string' }] },
};

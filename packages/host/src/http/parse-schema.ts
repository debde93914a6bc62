import { getPointer, andThen, isPromise } from 'oriel-core/http';
import type {
  SchemaIssue,
  SchemaResult,
  StandardSchema,
  Violation,
  Language,
  SchemaErrors,
  MaybePromise,
} from 'oriel-core/http';

/**
 * Validates a value with a schema. Returns its output, or throws the error that `fail` creates from the violations.
 * Returns a promise only for asynchronous schemas.
 *
 * @param language the language of the request, for schemas that support translated messages
 */
export function parseSchema(
  schema: StandardSchema,
  value: unknown,
  fail: (violations: Violation[]) => Error,
  language?: Language,
): unknown {
  return andThen(validateSchema(schema, value, language), (settled) => take(settled, fail));
}

function validateSchema(
  schema: StandardSchema,
  value: unknown,
  language?: Language,
): SchemaResult<unknown> | Promise<SchemaResult<unknown>> {
  return language?.schemaErrors === undefined
    ? schema['~standard'].validate(value)
    : validateIn(language.schemaErrors, schema, value);
}

/** Returns whether a schema accepts `undefined`, the value of a body that was not sent. */
export function acceptsOmitted(schema: StandardSchema): MaybePromise<boolean> {
  try {
    const result = schema['~standard'].validate(undefined);
    return isPromise(result) ? result.then(isValid, () => false) : isValid(result);
  } catch {
    return false; // A function of the schema does not support it.
  }
}

function isValid({ issues }: SchemaResult<unknown>): boolean {
  return issues === undefined;
}

/** Returns the members of an object schema from its JSON Schema; undefined if it has none or accepts any member. */
export function memberNames(schema: StandardSchema): readonly string[] | undefined {
  let document: Record<string, unknown> | undefined;
  try {
    document = schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' });
  } catch {
    return undefined; // JSON Schema cannot express parts of the schema, so its members are unknown.
  }
  const properties = document?.['properties'];
  if (typeof properties !== 'object' || properties === null || isOpen(document?.['additionalProperties']))
    return undefined;
  return Object.keys(properties);
}

const MAX_VIOLATIONS = 100;

/** The part of a zod schema that accepts an error map, which Standard Schema does not support. */
interface ZodSchema extends StandardSchema {
  safeParse(value: unknown, options: { error: SchemaErrors }): ZodResult;
  safeParseAsync(value: unknown, options: { error: SchemaErrors }): Promise<ZodResult>;
}

interface ZodResult {
  readonly data?: unknown;
  readonly error?: { readonly issues: readonly SchemaIssue[] } | undefined;
}

function validateIn(
  error: SchemaErrors,
  schema: StandardSchema,
  value: unknown,
): SchemaResult<unknown> | Promise<SchemaResult<unknown>> {
  if (!isZod(schema)) return schema['~standard'].validate(value);
  try {
    return toResult(schema.safeParse(value, { error }));
  } catch {
    // It is asynchronous, or it throws: then it throws again in the asynchronous call.
    return schema.safeParseAsync(value, { error }).then(toResult);
  }
}

// Version 3 of zod takes error maps elsewhere.
function isZod(schema: StandardSchema): schema is ZodSchema {
  return schema['~standard'].vendor === 'zod' && '_zod' in schema && 'safeParseAsync' in schema;
}

function toResult({ data, error }: ZodResult): SchemaResult<unknown> {
  return error === undefined ? { value: data } : { issues: error.issues };
}

function isOpen(additional: unknown): boolean {
  return additional === true || (typeof additional === 'object' && additional !== null);
}

function take(result: SchemaResult<unknown>, fail: (violations: Violation[]) => Error): unknown {
  if (result.issues === undefined) return result.value;
  throw fail(
    result.issues.slice(0, MAX_VIOLATIONS).map((issue) => ({
      pointer: getPointer(issue),
      detail: issue.message,
      ...(typeof (issue as { code?: unknown }).code === 'string'
        ? { code: (issue as unknown as { code: string }).code }
        : {}),
    })),
  );
}

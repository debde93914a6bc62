/**
 * The Standard Schema interface (standardschema.dev, v1) that zod, valibot, arktype and others implement, with the
 * optional JSON Schema part. Types only: Oriel depends on the interface, never on a library.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: JsonSchemaSource | undefined;
  };
}

export interface JsonSchemaSource {
  readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
  readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
}

export interface JsonSchemaOptions {
  readonly target: string;
  /** Options of the schema library. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

export type SchemaResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type InferInput<S extends StandardSchema> = S extends Typed<infer Input, unknown> ? Input : never;

export type InferOutput<S extends StandardSchema> = S extends Typed<unknown, infer Output> ? Output : never;

// Only the member that has the types: comparing whole schemas would slow down the compiler.
interface Typed<Input, Output> {
  readonly '~standard': { readonly types?: { readonly input: Input; readonly output: Output } | undefined };
}

/** Returns the position of an issue as a JSON pointer (RFC 6901). */
export function getPointer(issue: SchemaIssue): string {
  // Not `path.map()`, which in a subclass of Array, as ArkType has, may return other elements.
  return Array.from(issue.path ?? [], (segment) => {
    const key = String(typeof segment === 'object' ? segment.key : segment);
    return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }).join('');
}

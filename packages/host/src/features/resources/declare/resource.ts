import type { InferInput, InferOutput, StandardSchema } from 'oriel-core/http';
import { callSite } from 'oriel-core/trace';
import type { CallSite } from 'oriel-core/trace';
import type { Filter, SentFilterValues } from './filters/filter.ts';
import type { CustomOperation } from './custom-operation.ts';
import type { OperationName, OperationsDefinition } from './operation-definition.ts';
import type { LinkDefinition, ResourceDefinition } from './resource-definition.ts';
import type { BulkDefinition } from './list-definition.ts';

/** A declared resource without its types. */
export interface AnyResource {
  readonly name: string;
  readonly schema: StandardSchema;
  readonly definition: AnyDefinition;
  /** The position of the declaration in the source, if known. */
  readonly at: CallSite | undefined;
}

/** A declared resource for `defineHost({ resources: [...] })`. `~` exists only as a type. */
export interface Resource<Name extends string, Types, Path = undefined> extends AnyResource {
  readonly name: Name;
  readonly '~': Types;
  /** The option `path`; undefined if the path is the name. */
  readonly '~path': Path;
}

/** The types of a resource that the typed client needs. */
export interface ResourceTypes {
  readonly item: unknown;
  readonly id: unknown;
  readonly create: unknown;
  readonly replace: unknown;
  readonly filters: unknown;
  readonly links: unknown;
  readonly operations: unknown;
  /** The names of its operations. */
  readonly offers: OperationName;
  readonly custom: unknown;
  readonly bulk: unknown;
  /** The fields of the option `search`; never without a search. */
  readonly search: unknown;
}

/* oxlint-disable typescript/no-explicit-any -- definitions of all types are stored together */
export type AnyDefinition = Omit<
  ResourceDefinition<any, any, any, any, any, any, any, OperationsDefinition>,
  'custom'
> & {
  readonly custom?: Readonly<Record<string, CustomOperation<any, any, any, any>>>;
};
/* oxlint-enable typescript/no-explicit-any */

/**
 * Declares a resource: a collection of items that clients read and write over HTTP.
 *
 * @param name the name in the plural, unique in the host; used in paths, route names and logs
 * @param schema the schema of an item: a Standard Schema with a JSON Schema, such as a zod 4 object
 * @param definition the identifier, the source of the items (`store`, or `provide` and `process`) and further options. Only
 *   operations with a store method or a function are exposed
 * @returns a declaration for `defineHost({ resources })`, which reports all issues of it
 *
 * @example
 * ```ts
 * import { resource } from 'oriel-host';
 * import { z } from 'zod';
 * const Tide = z.object({ id: z.string(), port: z.string(), metres: z.number() });
 * const rows = new Map([['t1', { id: 't1', port: 'Brest', metres: 6.1 }]]);
 * const tides = resource('tides', Tide, {
 *   id: 'id',
 *   provide: { list: () => [...rows.values()], get: ({ id }) => rows.get(id) },
 * });
 * tides.name; // => 'tides'
 * ```
 */
export function resource<
  const Name extends string,
  Schema extends StandardSchema,
  const Id extends (keyof InferOutput<Schema> & string) | readonly (keyof InferOutput<Schema> & string)[],
  Create extends StandardSchema = Schema,
  Replace extends StandardSchema = Create,
  const Filters extends Readonly<Record<string, Filter | readonly Filter[]>> = {},
  const Path extends string | undefined = undefined,
  const Links extends { readonly [Field in keyof InferOutput<Schema>]?: string | LinkDefinition } = {},
  const Operations extends OperationsDefinition = {},
  Provided extends OperationName = never,
  Processed extends OperationName = never,
  Store = unknown,
  const Only extends OperationName = OperationName,
  const Custom = {},
  const Bulk extends BulkDefinition | undefined = undefined,
  const Searched extends keyof InferOutput<Schema> & string = never,
>(
  name: Name,
  schema: Schema,
  definition: ResourceDefinition<
    InferOutput<Schema>,
    Id,
    Create,
    Replace,
    Filters,
    Path,
    Links,
    Operations,
    Provided,
    Processed,
    Store,
    Only,
    Custom,
    Bulk,
    Searched
  >,
): Resource<
  Name,
  {
    item: InferOutput<Schema>;
    id: Id;
    create: InferInput<Create>;
    replace: InferInput<Replace>;
    filters: SentFilterValues<Filters, InferOutput<Schema>>;
    links: Links;
    operations: Operations;
    offers: Provided | Processed | (unknown extends Store ? never : Only);
    custom: Custom;
    bulk: Bulk;
    search: Searched;
  },
  Path
> {
  return Object.freeze({ name, schema, definition, at: callSite(resource) }) as never;
}

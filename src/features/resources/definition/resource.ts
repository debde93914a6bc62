import type { InferInput, InferOutput, StandardSchema } from '../../../core/http/standard-schema.ts';
import { callSite } from '../../../core/trace/call-site.ts';
import type { CallSite } from '../../../core/trace/call-site.ts';
import type { Filter, FilterValues } from '../filters/filter.ts';
import type { OperationName, OperationsDefinition } from './operation-definition.ts';
import type { LinkDefinition, ResourceDefinition } from './resource-definition.ts';

/** A declared resource, whatever its types. */
export interface AnyResource {
  readonly name: string;
  readonly schema: StandardSchema;
  readonly definition: AnyDefinition;
  /** Where it was declared, when that is known. */
  readonly at: CallSite | undefined;
}

/** A declared resource: a plain value for `defineHost({ resources: [...] })`. `~` carries types, and is never there. */
export interface Resource<Name extends string, Types, Path = undefined> extends AnyResource {
  readonly name: Name;
  readonly '~': Types;
  /** Undefined, when it lives under its name. */
  readonly '~path': Path;
}

/** What a client has to know of a resource. */
export interface ResourceTypes {
  readonly item: unknown;
  readonly id: unknown;
  readonly create: unknown;
  readonly replace: unknown;
  readonly filters: unknown;
  readonly links: unknown;
  readonly operations: unknown;
  /** The names of the operations it has. */
  readonly offers: OperationName;
}

// oxlint-disable-next-line typescript/no-explicit-any -- what is declared once, in one type, is read by nobody in another
export type AnyDefinition = ResourceDefinition<any, any, any, any, any, any, any, OperationsDefinition>;

/**
 * Declares a resource: data that clients read and change by the standards.
 *
 * @param name what people, logs and clients call it, in the plural; unique in its host
 * @param schema any Standard Schema with a JSON Schema (zod 4, say): one item as the application knows it
 * @param definition which field identifies an item, where items come from (`store`, or `provide` and `process`), and what is
 *   special about it. Presence exposes: no function, no operation
 * @returns a plain value; nothing is registered until `defineHost` gets it, and wrong declarations are told there
 *
 * @example
 * ```ts
 * import { resource } from 'oriel';
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
>(
  name: Name,
  schema: Schema,
  definition: ResourceDefinition<InferOutput<Schema>, Id, Create, Replace, Filters, Path, Links, Operations> & {
    // Presence exposes: what is there is what clients may ask.
    readonly provide?: { readonly [Name in Provided]: unknown };
    readonly process?: { readonly [Name in Processed]: unknown };
    readonly store?: Store;
    readonly only?: readonly Only[];
  },
): Resource<
  Name,
  {
    item: InferOutput<Schema>;
    id: Id;
    create: InferInput<Create>;
    replace: InferInput<Replace>;
    filters: FilterValues<Filters>;
    links: Links;
    operations: Operations;
    offers: Provided | Processed | (unknown extends Store ? never : Only);
  },
  Path
> {
  return Object.freeze({ name, schema, definition, at: callSite(resource) }) as never;
}

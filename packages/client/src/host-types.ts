/**
 * What the type of a host says about its resources and routes. The client states it itself, so that it depends on no other
 * package; the types of a host are compatible with these.
 */

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
  readonly offers: 'list' | 'get' | 'create' | 'replace' | 'patch' | 'delete';
  readonly custom: unknown;
  readonly bulk: unknown;
  /** The fields of the option `search`; never without a search. */
  readonly search: unknown;
}

/** The identifier of an item: one field, or an object of several. */
export type ItemId<Item, Id> = Id extends keyof Item
  ? Item[Id]
  : Id extends readonly (keyof Item)[]
    ? Pick<Item, Id[number]>
    : never;

/** The types of a route that the typed client needs. */
export interface RouteTypes {
  readonly line: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly replies: unknown;
}

/** The replies of a route that declares none. */
export type NoReplies = { readonly 0: undefined };

/** The path of a line such as `GET /path`. */
export type PathOf<Line extends string> = Line extends `${string} ${infer Path}` ? Path : Line;

type NameOf<Inside extends string> = Inside extends `!${infer Rest}` ? Until<Rest> : Until<Inside>;
type Until<Text extends string> = Text extends `${infer Before}<${string}` ? BeforeMark<Before> : BeforeMark<Text>;
type BeforeMark<Text extends string> = Text extends `${infer Before}?${string}`
  ? BeforeColon<Before>
  : BeforeColon<Text>;
type BeforeColon<Text extends string> = Text extends `${infer Before}:${string}` ? Before : Text;
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | ',';

/** A value of a path parameter in a URL. */
export type ParamValue = string | number | boolean;

/** The values that a URL of the path needs; those of optional parameters may be omitted. */
export type PathInput<Path extends string> = Path extends `${string}{${infer Rest}`
  ? Rest extends `${infer Inside}}${infer After}`
    ? InputOf<Inside> & PathInput<After>
    : {}
  : {};

type InputOf<Inside extends string> =
  NameOf<Inside> extends infer Name extends string
    ? Name extends '' | `${Digit}${string}`
      ? {}
      : WithoutRequirement<Inside> extends `${string}?${string}`
        ? { readonly [Key in Name]?: ParamValue | null }
        : { readonly [Key in Name]: ParamValue }
    : never;

type WithoutRequirement<Inside extends string> = Inside extends `${infer Before}<${string}>${infer After}`
  ? `${Before}${After}`
  : Inside;

/** What the client reads of a Standard Schema (standardschema.dev, v1): its types. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': { readonly types?: { readonly input: Input; readonly output: Output } | undefined };
}

export type InferInput<S extends StandardSchema> = S extends StandardSchema<infer Input, unknown> ? Input : never;

export type InferOutput<S extends StandardSchema> = S extends StandardSchema<unknown, infer Output> ? Output : never;

import type { StandardSchema } from 'oriel-core/http';

/**
 * The parameters of a path, derived from its literal type: `/{id<\d+>}/{page?1}` has the type
 * `{ id: string; page: string }`. An optional parameter without a default value (`{page?}`) may be null.
 */
export type PathParams<Path extends string> = Path extends `${string}{${infer Rest}`
  ? Rest extends `${infer Inside}}${infer After}`
    ? Named<Inside> & PathParams<After>
    : {}
  : {};

/** The path of a line such as `GET /path`. */
export type PathOf<Line extends string> = Line extends `${string} ${infer Path}` ? Path : Line;

type Named<Inside extends string> =
  NameOf<Inside> extends infer Name extends string
    ? Name extends '' | `${Digit}${string}`
      ? {} // the closing brace of a quantifier in a requirement, as in {id<\d{2}>}
      : { readonly [Key in Name]: Inside extends `${string}?` ? string | null : string }
    : never;

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

/** The replies a route declares: a schema per status. */
export type Replies = { readonly [status: number]: StandardSchema | undefined };

/** The replies of a route that declares none. */
export type NoReplies = { readonly 0: undefined };

/** The types of a route that the typed client needs. */
export interface RouteTypes {
  readonly line: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly replies: unknown;
}

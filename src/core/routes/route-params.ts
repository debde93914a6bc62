/**
 * The names of the parameters in a path, read off the path's type: `/{id<\d+>}/{page?1}` gives
 * `{ id: string; page: string }`. A parameter whose default is left out (`{page?}`) may be null.
 */
export type PathParams<Path extends string> = Path extends `${string}{${infer Rest}`
  ? Rest extends `${infer Inside}}${infer After}`
    ? Named<Inside> & PathParams<After>
    : {}
  : {};

/** `GET /path` without its method. */
export type PathOf<Line extends string> = Line extends `${string} ${infer Path}` ? Path : Line;

type Named<Inside extends string> =
  NameOf<Inside> extends infer Name extends string
    ? Name extends '' | `${Digit}${string}`
      ? {} // what follows a requirement's own brace, as in {id<\d{2}>}
      : { readonly [Key in Name]: Inside extends `${string}?` ? string | null : string }
    : never;

type NameOf<Inside extends string> = Inside extends `!${infer Rest}` ? Until<Rest> : Until<Inside>;
type Until<Text extends string> = Text extends `${infer Before}<${string}` ? BeforeMark<Before> : BeforeMark<Text>;
type BeforeMark<Text extends string> = Text extends `${infer Before}?${string}`
  ? BeforeColon<Before>
  : BeforeColon<Text>;
type BeforeColon<Text extends string> = Text extends `${infer Before}:${string}` ? Before : Text;
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | ',';

/** The negotiated language of a request. Requests with equal headers share the object, so it must not be changed. */
export interface Language {
  /** The BCP 47 tag, as configured. */
  readonly tag: string;
  /** The source of the decision. */
  readonly source: 'route' | 'session' | 'cookie' | 'accept-language' | 'fallback' | 'application';
  /** The reason, as text. */
  readonly because: string;
  /** The request headers on which the decision depends, separated by commas, for `Vary`. */
  readonly vary: string;
  /** The ranges that the client accepts, each with the result of its lookup. */
  readonly considered: readonly ConsideredRange[];
  /** Returns the message for a zod issue in this language. It overrides zod's English messages, but not those of the application. */
  readonly schemaErrors?: SchemaErrors | undefined;
}

/** One range of an `Accept-Language` header. */
export interface ConsideredRange {
  readonly range: string;
  readonly q: number;
  readonly outcome: string;
}

/** A zod error map: returns the message for an issue, or undefined for the default. */
export type SchemaErrors = (issue: never) => string | { readonly message: string } | undefined | null;

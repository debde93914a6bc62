/** The language chosen for one request. Requests that ask for the same share it, so nothing about it may be changed. */
export interface Language {
  /** As a BCP 47 tag, spelt as the host was told. */
  readonly tag: string;
  /** What decided. */
  readonly source: 'route' | 'session' | 'cookie' | 'accept-language' | 'fallback' | 'application';
  /** Why, in words. */
  readonly because: string;
  /** The request headers that were looked at, joined with a comma: what the answer depends on. */
  readonly vary: string;
  /** What the client would take, and what became of each. */
  readonly considered: readonly ConsideredRange[];
  /** Tells an issue of zod in this language; it goes before zod's own English and behind messages of the application. */
  readonly schemaErrors?: SchemaErrors | undefined;
}

/** One range of an `Accept-Language` header. */
export interface ConsideredRange {
  readonly range: string;
  readonly q: number;
  readonly outcome: string;
}

/** What zod calls an error map: the words for an issue, or undefined for its own. */
export type SchemaErrors = (issue: never) => string | { readonly message: string } | undefined | null;

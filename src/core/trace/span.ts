/** The kind of work that a span measures; each panel selects its spans by kind. */
export type SpanKind = 'kernel' | 'listener' | 'controller' | 'db' | 'http' | 'cache' | 'template' | 'hub' | 'user';

/** A piece of work with a start and an end, nested in another span. Times are in milliseconds since the start of the request. */
export interface Span {
  readonly id: number;
  /** The id of the parent span; 0 for the request itself. */
  readonly parent: number;
  readonly kind: SpanKind;
  readonly name: string;
  readonly start: number;
  /** -1 while the span is open. */
  readonly duration: number;
  readonly error?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

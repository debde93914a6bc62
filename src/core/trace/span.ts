/** What kind of work a span is; panels pick theirs by it. */
export type SpanKind = 'kernel' | 'listener' | 'controller' | 'db' | 'http' | 'cache' | 'template' | 'hub' | 'user';

/** A piece of work with a beginning and an end, inside another. Times are milliseconds since the request was heard. */
export interface Span {
  readonly id: number;
  /** The span it happened in; 0 for the request itself. */
  readonly parent: number;
  readonly kind: SpanKind;
  readonly name: string;
  readonly start: number;
  /** -1 while it runs. */
  readonly duration: number;
  readonly error?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

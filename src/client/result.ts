/** A problem document (RFC 9457), as any answer that is no success is told. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly errors?: readonly {
    readonly pointer?: string;
    readonly parameter?: string;
    readonly detail: string;
    readonly code?: string;
  }[];
  readonly [extension: string]: unknown;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
}

/** An answer. `etag` goes back as `ifMatch` of a change, or as `ifNoneMatch` of the next look. */
export interface Success<Data> extends Answered {
  readonly ok: true;
  readonly data: Data;
  readonly etag: string | undefined;
}

/** The answer says no, and why. */
export interface Failure extends Answered {
  readonly ok: false;
  readonly problem: Problem;
}

export type Result<Data> = Success<Data> | Failure;

/** What a request for something you may have already comes to: what you have is still good. */
export interface NotModified extends Answered {
  readonly ok: true;
  readonly data: undefined;
  readonly etag: string | undefined;
}

/** One page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** How many there are on all pages, where the host counts. */
  readonly total: number | undefined;
  /** URLs of the neighbours, where there are any. */
  readonly links: Readonly<Partial<Record<'first' | 'prev' | 'next' | 'last', string>>>;
}

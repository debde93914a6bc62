/** The problem document (RFC 9457) of an unsuccessful response. */
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

/** A successful response. Pass `etag` as `ifMatch` of a change or as `ifNoneMatch` of the next read. */
export interface Success<Data> extends Answered {
  readonly ok: true;
  readonly data: Data;
  readonly etag: string | undefined;
}

/** An unsuccessful response with its problem document. */
export interface Failure extends Answered {
  readonly ok: false;
  readonly problem: Problem;
}

export type Result<Data> = Success<Data> | Failure;

/** The result of a conditional read whose cached item is still current (304). */
export type NotModified = Success<undefined>;

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The number of items on all pages, if the host counts them. */
  readonly total: number | undefined;
  /** The URLs of the adjacent pages, if they exist. */
  readonly links: Readonly<Partial<Record<'first' | 'prev' | 'next' | 'last', string>>>;
}

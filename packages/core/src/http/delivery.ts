/** How a response was delivered. */
export interface Delivery {
  /** Bytes of the body that were written to the connection, after compression. */
  readonly bytes: number;
  /** Milliseconds from the request headers to the last byte of the response. */
  readonly milliseconds: number;
  /** Milliseconds from the request headers until the response headers were written; undefined without a response. */
  readonly firstByte?: number | undefined;
  /** Whether the client disconnected, or the body failed, before the end. */
  readonly aborted: boolean;
}

/** The number of requests that one address or user may send. */
export interface RequestLimit {
  /** The maximum number of requests in `per` seconds. */
  readonly limit: number;
  /** The period in seconds. */
  readonly per: number;
  /**
   * `sliding-window`: at most `limit` in any period of `per` seconds. `fixed-window`: in each period that begins
   * at a multiple of `per`. `token-bucket`: `limit` at once, and then one every `per / limit` seconds. Default
   * `sliding-window`.
   */
  readonly algorithm?: LimitAlgorithm;
  /**
   * What is counted: requests per `address`, before authentication; or per `user` after it, and per address
   * for anonymous requests. Default `address`.
   */
  readonly by?: 'address' | 'user';
}

/** One limit, or several that all apply, such as one per minute and one per day. */
export type RequestLimits = RequestLimit | readonly RequestLimit[];

/**
 * Returns the limits as a list.
 *
 * @example
 * ```ts
 * import { listLimits } from './request-limit.ts';
 * listLimits({ limit: 5, per: 60 }).length; // => 1
 * ```
 */
export function listLimits(limits: RequestLimits | undefined): readonly RequestLimit[] {
  if (limits === undefined) return [];
  return isList(limits) ? limits : [limits];
}

function isList(limits: RequestLimits): limits is readonly RequestLimit[] {
  return Array.isArray(limits);
}

export type LimitAlgorithm = 'sliding-window' | 'fixed-window' | 'token-bucket';

import type { Duration } from 'oriel-core/http';

/** The number of requests that one address or user may send. */
export interface RequestLimit {
  /**
   * The maximum number of requests in `per`.
   * @unit requests
   */
  readonly limit: number;
  /** The period, in whole seconds, which the headers have. */
  readonly per: Duration;
  /**
   * `sliding-window`: at most `limit` in any period of `per`. `fixed-window`: in each period that begins at a multiple
   * of `per`. `token-bucket`: `limit` at once, and then one every `per / limit`.
   * @default 'sliding-window'
   */
  readonly algorithm?: LimitAlgorithm;
  /**
   * What is counted: requests per `address`, before authentication; or per `user` after it, and per address for
   * anonymous requests.
   * @default 'address'
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
 * listLimits({ limit: 5, per: '1 min' }).length; // => 1
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

/** How many requests one principal may send. */
export interface RequestLimit {
  /** Requests … */
  readonly limit: number;
  /** … in so many seconds. */
  readonly per: number;
  /**
   * `sliding-window`: never more than `limit` in any stretch of `per` seconds. `fixed-window`: in each stretch that begins
   * with a multiple of `per`. `token-bucket`: `limit` at once, and from then on one each `per / limit` seconds. Default
   * `sliding-window`.
   */
  readonly algorithm?: LimitAlgorithm;
  /**
   * Who is counted: addresses, before anybody is asked for a name; or users, whom the firewall has let through, and
   * addresses of those without a name. Default `address`.
   */
  readonly by?: 'address' | 'user';
}

/** One limit, or several that hold at once: so many in a minute, and so many in a day. */
export type RequestLimits = RequestLimit | readonly RequestLimit[];

/**
 * The limits of either form.
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

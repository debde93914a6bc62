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

export type LimitAlgorithm = 'sliding-window' | 'fixed-window' | 'token-bucket';

import type { Duration } from 'oriel-core/http';
import { choice, duration, number } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';

/** The number of requests that one address or user may send in any period of a length. */
export interface RequestLimit {
  /**
   * The maximum number of requests in `per`.
   * @unit requests
   */
  readonly limit: number;
  /** The period, in whole seconds, which the headers have. */
  readonly per: Duration;
  /**
   * What is counted: requests per `address`, before authentication; or per `user` after it, and per address for
   * anonymous requests.
   * @default 'address'
   */
  readonly by?: 'address' | 'user';
}

/** The periods of limits. The headers have them in whole seconds. */
export const LIMIT_PERIOD = { minimum: 1_000, maximum: 365 * 86_400_000, wholeSeconds: true };

export const LIMIT_SETTINGS = {
  limit: number({
    isRequired: true,
    minimum: 1,
    maximum: 1e9,
    code: 'ORIEL_CONFIG_LIMIT_NUMBER',
    fix: 'Use a whole number of requests, at least 1',
  }),
  per: duration({ isRequired: true, ...LIMIT_PERIOD }),
  by: choice(['address', 'user'], { default: 'address' }),
} satisfies Settings<RequestLimit>;

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
  return limits === undefined ? [] : [limits].flat();
}

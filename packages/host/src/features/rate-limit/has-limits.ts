import type { RouteDeclaration } from '../../routes/route.ts';
import type { RateLimitConfig, RateLimitSettings } from './rate-limit.ts';

export interface LimitedConfig {
  readonly rateLimits?: RateLimitConfig;
  readonly routes?: readonly Pick<RouteDeclaration, 'name' | 'options' | 'at'>[];
  readonly resources?: readonly LimitedResource[];
}

export interface LimitedResource extends Pick<RouteDeclaration, 'name' | 'at'> {
  readonly definition: { readonly operations?: object | undefined; readonly custom?: object | undefined };
}

/** Returns whether the configuration has any limits, in `rateLimits` or on routes and operations. */
export function hasLimits({ rateLimits, routes, resources }: LimitedConfig): boolean {
  if (rateLimits !== undefined && !hasOnlyStore(rateLimits)) return true;
  if (routes?.some(({ options }) => options.limit !== undefined)) return true;
  return (
    resources?.some(({ definition: { operations, custom } }) =>
      [operations, custom].some((value) => Object.values(value ?? {}).some((one) => getOptions(one).limit)),
    ) === true
  );
}

// Login attempts are counted in the store of the rate limits, too.
function hasOnlyStore(rateLimits: RateLimitConfig): boolean {
  if (Array.isArray(rateLimits)) return false;
  const { store, ...others } = Object(rateLimits) as RateLimitSettings;
  return typeof store?.take === 'function' && Object.keys(others).length === 0;
}

/** Returns the options of an operation. */
export function getOptions(operation: unknown): { readonly limit?: unknown } {
  return typeof operation === 'object' && operation !== null ? operation : {};
}

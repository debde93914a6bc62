import type { RouteDeclaration } from '../../routes/route.ts';
import type { RateLimitConfig } from './rate-limit.ts';

/** The parts of the host's configuration that rate limits depend on. */
export interface LimitedConfig {
  readonly rateLimits?: RateLimitConfig;
  readonly routes?: readonly Pick<RouteDeclaration, 'name' | 'options' | 'at'>[];
  readonly resources?: readonly LimitedResource[];
}

/** A resource whose operations may have limits. */
export interface LimitedResource extends Pick<RouteDeclaration, 'name' | 'at'> {
  readonly definition: { readonly operations?: object | undefined; readonly custom?: object | undefined };
}

/** Returns whether the configuration has any limits, in `rateLimits` or on routes and operations. */
export function hasLimits({ rateLimits, routes, resources }: LimitedConfig): boolean {
  if (rateLimits !== undefined || routes?.some(({ options }) => options.limit !== undefined)) return true;
  return (
    resources?.some(({ definition: { operations, custom } }) =>
      [operations, custom].some((each) => Object.values(each ?? {}).some((one) => optionsOf(one).limit)),
    ) === true
  );
}

/** Returns the options of an operation. */
export function optionsOf(operation: unknown): { readonly limit?: unknown } {
  return typeof operation === 'object' && operation !== null ? operation : {};
}

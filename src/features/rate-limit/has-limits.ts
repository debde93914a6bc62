import type { OperationOptions } from '../resources/definition/operation-definition.ts';
import type { HostConfig } from '../../host/config.ts';

/** Does a configuration limit anything, by `rateLimits` or where routes and operations are declared? */
export function hasLimits({ rateLimits, routes, resources }: HostConfig): boolean {
  if (rateLimits !== undefined || routes?.some(({ options }) => options.limit !== undefined)) return true;
  return (
    resources?.some(({ definition: { operations, custom } }) =>
      [operations, custom].some((each) =>
        Object.values((each ?? {}) as Record<string, OperationOptions | undefined>).some((one) => one?.limit),
      ),
    ) === true
  );
}

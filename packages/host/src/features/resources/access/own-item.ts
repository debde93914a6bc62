import type { Item } from '../model/item.ts';
import type { OperationRun } from '../running/operation-run.ts';

/**
 * Returns the result of a function of the application, unless it is an item of another tenant.
 *
 * @throws {TypeError} if it is an item of another tenant
 */
export function assertOwnItem(result: unknown, { operation, request: { tenant } }: OperationRun): unknown {
  if (typeof result !== 'object' || result === null) return result;
  for (const name in tenant)
    if (Object.hasOwn(result, name) && (result as Item)[name] !== tenant[name])
      throw new TypeError(
        `The function of ${operation.name} returned an item of another tenant; limit what it reads and writes to \`scope\``,
      );
  return result;
}

import type { Item, Reach } from '../model/reach.ts';
import type { Operation } from '../model/operation.ts';

/**
 * Returns the result of a function of the application, unless it is an item of another tenant.
 *
 * @throws {TypeError} if it is an item of another tenant
 */
export function assertOwnItem(result: unknown, { name }: Operation, { tenant }: Pick<Reach, 'tenant'>): unknown {
  if (typeof result !== 'object' || result === null) return result;
  for (const field in tenant)
    if (Object.hasOwn(result, field) && (result as Item)[field] !== tenant[field])
      throw new TypeError(
        `The function of ${name} returned an item of another tenant; limit what it reads and writes to \`scope\``,
      );
  return result;
}

import type { Operation } from '../resources/model/operation.ts';
import { limitsFor } from './limit-listener.ts';
import { limitSettings } from './rate-limit.ts';
import type { RateLimitConfig } from './rate-limit.ts';
import { limitedOperation } from './limited-route.ts';

/** Which operations are counted, by a limit of the host or one of their own. */
export function limitedOperations(config: RateLimitConfig = []): (operation: Operation) => boolean {
  const { limits = [] } = limitSettings(config);
  return (operation) => limitsFor(limitedOperation(operation), limits).length > 0;
}

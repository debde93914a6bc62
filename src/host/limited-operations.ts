import type { Operation } from '../api/index.ts';
import { limitsFor } from '../listeners/limits/index.ts';
import { limitSettings } from '../security/limits/index.ts';
import type { RateLimitConfig } from '../security/limits/index.ts';
import { limitedOperation } from './limited-route.ts';

/** Which operations are counted, by a limit of the host or one of their own. */
export function limitedOperations(config: RateLimitConfig = []): (operation: Operation) => boolean {
  const { limits = [] } = limitSettings(config);
  return (operation) => limitsFor(limitedOperation(operation), limits).length > 0;
}

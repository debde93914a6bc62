import type { HostDescription } from '../features/resources/openapi/openapi-document.ts';
import { apiSecurity } from '../features/security/api-security.ts';
import type { HostConfig } from './config.ts';
import { hasLimits } from '../features/rate-limit/has-limits.ts';
import { loadFeature } from './feature-table.ts';

/** What the documents of an API tell of the host around its resources. */
export function hostFacts(config: HostConfig): HostDescription {
  return {
    security: config.security && apiSecurity(config.security, config.sessions),
    lenient: config.query === 'lenient',
    isRateLimited: hasLimits(config) ? loadFeature('limits').limitedOperations(config.rateLimits) : undefined,
  };
}

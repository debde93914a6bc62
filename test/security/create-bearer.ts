import { createBearer } from '../../packages/host/src/features/security/authenticators/bearer.ts';
import type { BearerOptions } from '../../packages/host/src/features/security/authenticators/bearer.ts';
import type { Authenticator } from 'oriel-host/security';

/** Creates the authenticator of `bearer()` with a clock of the test. */
export function bearer({ clock, ...options }: BearerOptions & { readonly clock?: () => number }): Authenticator {
  return createBearer(options, clock);
}

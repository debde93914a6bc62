import type { Operation } from '../model/operation.ts';
import type { ApiSecurity } from './security.ts';

/** What documents have to know of a host beside its resources: the host hands it over. */
export interface HostFacts {
  /** Who may; left out where the host never asks. */
  readonly security?: ApiSecurity | undefined;
  /** Does it let parameters pass that nobody knows? */
  readonly lenient?: boolean;
  /** Is it counted how often an operation is asked for, so that its answers tell how much is left? */
  readonly limits?: ((operation: Operation) => boolean) | undefined;
}

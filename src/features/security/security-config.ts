import type { AccessConfig } from './access-config.ts';
import type { FirewallDefinition } from './firewall.ts';
import type { ThrottleOptions } from './login-throttle.ts';
import type { PasswordOptions } from './passwords.ts';
import type { Users } from './users/fixed-users.ts';

/** Who may prove what, and how; and who may do what. */
export interface SecurityConfig extends AccessConfig {
  /** The first that covers a request is responsible for it; the last must cover everything. */
  readonly firewalls: readonly FirewallDefinition[];
  /** The accounts behind logins and HTTP Basic. */
  readonly users?: Users;
  readonly passwords?: PasswordOptions;
  /** How often somebody may try a password; `false` for any number of times. */
  readonly throttle?: ThrottleOptions | false;
}

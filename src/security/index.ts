/** Who is asking, and may they. */
export { Refusal, refuse } from './authenticator.ts';
export type { Authenticated, Authenticator, RefusalOptions, SecurityServices } from './authenticator.ts';
export { challengesOf } from './challenge.ts';
export { Firewall, firewallFor } from './firewall.ts';
export type { FirewallDefinition } from './firewall.ts';
export { Passwords, hashPassword } from './passwords.ts';
export type { PasswordCheck, PasswordOptions } from './passwords.ts';
export { parsePasswordHash } from './phc-string.ts';
export type { PasswordHash } from './phc-string.ts';
export type { SecurityConfig } from './security-config.ts';
export { toUserProvider } from './users/fixed-users.ts';
export type { FixedAccount, Users } from './users/fixed-users.ts';
export type { Account, UserProvider } from './users/user-provider.ts';

/** Who is asking, and may they. */
export { Refusal, refuse } from './authenticator.ts';
export type {
  Authenticated,
  Authenticator,
  EntryRoute,
  Flaw,
  RefusalOptions,
  SecurityServices,
} from './authenticator.ts';
export { apiKey, createApiKey } from './authenticators/api-key.ts';
export type { ApiKeyEntry, ApiKeyOptions } from './authenticators/api-key.ts';
export { basic } from './authenticators/basic.ts';
export type { BasicOptions } from './authenticators/basic.ts';
export { bearer } from './authenticators/bearer.ts';
export type { BearerOptions } from './authenticators/bearer.ts';
export { oidcLogin } from './authenticators/oidc-login.ts';
export type { OidcLoginOptions } from './authenticators/oidc-login.ts';
export { sessionLogin } from './authenticators/session-login.ts';
export type { SessionLoginOptions } from './authenticators/session-login.ts';
export { ALGORITHMS } from './jwt/algorithms.ts';
export type { Algorithm, SignatureAlgorithm } from './jwt/algorithms.ts';
export type { ClaimRules } from './jwt/check-claims.ts';
export { FixedKeySet, keySet } from './jwt/key-set.ts';
export type { KeySet } from './jwt/key-set.ts';
export type { Claims } from './jwt/parse-token.ts';
export type { JwksOptions } from './jwt/remote-key-set.ts';
export type { TokenRules } from './jwt/token-rules.ts';
export { VerificationKey } from './jwt/verification-key.ts';
export type { PublicKeyInput } from './jwt/verification-key.ts';
export { challengesOf } from './challenge.ts';
export { Firewall, firewallFor } from './firewall.ts';
export type { FirewallDefinition } from './firewall.ts';
export { LimitedLogins } from './login-throttle.ts';
export type { LoginThrottle, ThrottleOptions } from './login-throttle.ts';
export { Passwords, hashPassword } from './passwords.ts';
export type { PasswordCheck, PasswordOptions } from './passwords.ts';
export { parsePasswordHash } from './phc-string.ts';
export type { PasswordHash } from './phc-string.ts';
export type { SecurityConfig } from './security-config.ts';
export { toUserProvider } from './users/fixed-users.ts';
export type { FixedAccount, Users } from './users/fixed-users.ts';
export type { Account, UserProvider } from './users/user-provider.ts';
export { AccessDecision } from './access-decision.ts';
export type { AccessDecisionOptions } from './access-decision.ts';
export { RoleHierarchy } from './roles.ts';
export type { RolesConfig } from './roles.ts';
export { STRATEGIES, tally, voter } from './voter.ts';
export type { Question, Vote, Voter, VotingStrategy } from './voter.ts';
export type { AccessConfig } from './access-config.ts';
export { PathRules, plainest } from './path-rules.ts';
export type { CoveringRule, PathRule } from './path-rules.ts';
